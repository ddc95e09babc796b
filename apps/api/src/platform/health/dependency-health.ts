import { Injectable } from '@nestjs/common';

export type Part = 'ok' | 'down';

/** External services are checked seldom: they have rate limits, and some checks need a login. */
const ASK_EVERY_MS = 30_000;
/** Shorter than the interval, so that one check of a kind runs at a time. */
const LONGEST_MS = 10_000;
const TIMEOUT_MS = 2000;

interface Dependency {
  readonly ask: () => Promise<unknown>;
  askedAt: number;
  known: Part | null;
  knownAt: number;
  asked: Promise<Part>;
}

/** External services that the shop needs and can do without for a while. Their modules register how to check them. */
@Injectable()
export class DependencyHealth {
  private readonly parts = new Map<string, Dependency>();

  /** `ask` rejects while the service cannot be used. */
  add(name: string, ask: () => Promise<unknown>): void {
    this.parts.set(name, {
      ask,
      askedAt: Number.NEGATIVE_INFINITY,
      known: null,
      knownAt: Number.NEGATIVE_INFINITY,
      asked: Promise.resolve('ok'),
    });
  }

  /**
   * The latest result of each check. Callers do not wait for a new one, except the first, and the first after a minute without calls,
   * because the result is too old then. They wait for two seconds at most.
   */
  async look(): Promise<Readonly<Record<string, Part>>> {
    return Object.fromEntries(await Promise.all([...this.parts].map(async ([name, one]) => [name, await this.lookAt(one)] as const)));
  }

  private async lookAt(one: Dependency): Promise<Part> {
    const now = performance.now();
    if (now - one.askedAt > ASK_EVERY_MS) {
      one.askedAt = now;
      one.asked = partOf(one.ask(), LONGEST_MS).then((part) => {
        one.knownAt = performance.now();
        return (one.known = part);
      });
    }
    return one.known !== null && now - one.knownAt <= 2 * ASK_EVERY_MS ? one.known : partOf(one.asked, TIMEOUT_MS);
  }
}

/** `down` for what fails or takes longer than `timeoutMs`; an answer that is a `Part` is used as it is. */
export async function partOf(asked: Promise<unknown>, timeoutMs = TIMEOUT_MS): Promise<Part> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Part>((resolve) => (timer = setTimeout(resolve, timeoutMs, 'down').unref()));
  try {
    return await Promise.race([
      asked.then(
        (answer): Part => (answer === 'down' ? 'down' : 'ok'),
        (): Part => 'down',
      ),
      timeout,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
