const HEARTBEAT_MS = 10_000;
const NAME_WIDTH = 11;

/** Runs one step and prints its name, its time and, where that is a word, what it came to; long steps show that they are alive. */
export async function step<T extends string | void>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  const isTerminal = process.stdout.isTTY;
  if (isTerminal) process.stdout.write(`  ${name.padEnd(NAME_WIDTH)}…`);
  const heartbeat = setInterval(
    () =>
      process.stdout.write(isTerminal ? `\r  ${name.padEnd(NAME_WIDTH)}… ${seconds()}` : `  ${name.padEnd(NAME_WIDTH)}… ${seconds()}\n`),
    isTerminal ? 1000 : HEARTBEAT_MS,
  );
  try {
    const result = await work();
    finish(`${seconds().padStart(7)}  ${result ?? ''}`);
    return result;
  } catch (error) {
    finish(`${seconds().padStart(7)}  failed`);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }

  function finish(text: string): void {
    process.stdout.write(`${isTerminal ? '\r\x1b[2K' : ''}  ${name.padEnd(NAME_WIDTH)}${text.trimEnd()}\n`);
  }
}
