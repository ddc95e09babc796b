import { setTimeout } from 'node:timers/promises';
import { chance, picker } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { control, providerFailures } from '../buyer.ts';

const CHANGES_EVERY_MS = 1500;
const KINDS = [
  { failure: 'error', percent: 30 },
  { failure: 'rate-limit', percent: 30 },
  { failure: 'lost-answer', percent: 30 },
  { failure: 'error-after', percent: 20 },
  // Each costs the shop ten seconds.
  { failure: 'no-answer', times: 2 },
  { delayMs: 300 },
] as const;

export const FAILURES = KINDS.flatMap((kind) => ('failure' in kind ? [kind.failure] : []));

/** Has the provider's API fail in another way every moment. The answer ends that, and says how many requests have met each failure. */
export function startProviderWeather(sandbox: string, seed: number): () => Promise<Readonly<Record<string, number>>> {
  const pick = picker(chance(seed));
  let isOver = false;
  const storm = (async () => {
    for (let round = 0; !isOver; round += 1) {
      // All of them in turn first, each until a request has met it: so does a short campaign, too.
      const kind = KINDS[round] ?? pick(KINDS);
      await control({ sandbox }, 'api', kind, 'PUT');
      do await setTimeout(CHANGES_EVERY_MS);
      while (!isOver && 'failure' in kind && ((await providerFailures({ sandbox }))[kind.failure] ?? 0) === 0);
    }
  })();
  return async () => {
    isOver = true;
    await storm;
    await control({ sandbox }, 'api', {}, 'PUT');
    return providerFailures({ sandbox });
  };
}
