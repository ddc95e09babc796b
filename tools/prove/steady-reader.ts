export interface SteadyReader {
  /** How many answers there were until now. */
  answers(): number;
  end(): Promise<{ readonly answers: number; readonly cut: readonly string[] }>;
}

/** Reads a page again and again as a proxy would: over connections that are kept open, while `health` says that the process is ready. */
export function readUntilTold({ page, health }: { page: string; health: string }): SteadyReader {
  let isOver = false;
  let isReady = true;
  let answers = 0;
  const cut: string[] = [];
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const watch = async () => {
    for (; !isOver; await pause(100))
      isReady = await fetch(health).then(
        async (answer) => (await answer.text()) !== '' && answer.ok,
        () => false,
      );
  };
  const read = async () => {
    for (; !isOver; await pause(20)) {
      if (!isReady) continue;
      try {
        const answer = await fetch(page);
        const text = await answer.text();
        if (answer.status === 200) answers += 1;
        // While processes start, the others may be short of a processor: they say so, and serve the next one.
        else if (answer.status !== 503 || !answer.headers.has('retry-after') || !text.includes('The shop is very busy'))
          cut.push(`status ${answer.status}`);
      } catch (error) {
        cut.push((error as { cause?: { code?: string } }).cause?.code ?? String(error));
      }
    }
  };
  const readers = Promise.all([watch(), read(), read(), read(), read()]);
  return {
    answers: () => answers,
    end: async () => {
      isOver = true;
      await readers;
      return { answers, cut };
    },
  };
}
