import { setTimeout } from 'node:timers/promises';
import { chance, picker } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { control } from '../buyer.ts';

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

/** Has the provider's API fail in another way every moment. The answer ends that. */
export function startProviderWeather(sandbox: string, seed: number): () => Promise<void> {
  const pick = picker(chance(seed));
  let isOver = false;
  const storm = (async () => {
    for (let round = 0; !isOver; round += 1) {
      // All of them in turn first: a short campaign meets each.
      await control({ sandbox }, 'api', KINDS[round] ?? pick(KINDS), 'PUT');
      await setTimeout(CHANGES_EVERY_MS);
    }
  })();
  return async () => {
    isOver = true;
    await storm;
    await control({ sandbox }, 'api', {}, 'PUT');
  };
}
