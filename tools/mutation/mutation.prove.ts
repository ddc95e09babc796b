import { expect, test } from '@jest/globals';
import { report, SEED, sized } from '../../apps/api/src/testing/campaigns/campaign.ts';
import { chance, picker } from '../../apps/api/src/testing/campaigns/chance.ts';
import { AREAS, codeOf, specsOf } from './areas.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { compareSurvivors, knownSurvivors, scoreOf } from './survivors.ts';

const LEAST_SCORE = 80;
const LONGEST_MS = sized({ full: 3 * 3_600_000, sample: 10 * 60_000 });
const areas = sized({ full: AREAS, sample: [picker(chance(SEED))(AREAS)] });

const shown = (name: string, mutants: readonly Mutant[]) => `${name} ${scoreOf(mutants).toFixed(1)} % of ${mutants.length}`;

test(
  `unit tests notice at least ${LEAST_SCORE} % of the changes of each part of the code of money and keys, and the others are listed with a reason`,
  async () => {
    const byPart = new Map<string, Mutant[]>();
    const found: { unknown: string[]; stale: string[] } = { unknown: [], stale: [] };
    for (const area of areas) {
      const mutants = await mutantsOf(codeOf(area), specsOf(area));
      const { unknown, stale } = compareSurvivors(mutants, knownSurvivors());
      found.unknown.push(...unknown);
      found.stale.push(...stale);
      byPart.set(area.part, [...(byPart.get(area.part) ?? []), ...mutants]);
    }
    const parts = [...byPart].map(([part, mutants]) => shown(part, mutants));
    report(`changes noticed: ${parts.join(', ')}; together ${shown('', [...byPart.values()].flat()).trim()}`);
    expect(found).toEqual({ unknown: [], stale: [] });
    expect([...byPart].filter(([, mutants]) => scoreOf(mutants) < LEAST_SCORE).map(([part]) => part)).toEqual([]);
  },
  LONGEST_MS,
);

test(
  'tests that run the code and expect nothing of it are found out',
  async () => {
    const mutants = await mutantsOf(['apps/api/src/modules/orders/domain/pieces.ts'], ['tools/mutation/planted/pieces.unexpecting.ts']);
    expect(mutants.filter(({ status }) => status === 'Survived').length).toBeGreaterThan(mutants.length / 2);
    expect(scoreOf(mutants)).toBeLessThan(LEAST_SCORE);
    expect(compareSurvivors(mutants, []).unknown).not.toEqual([]);
  },
  LONGEST_MS,
);
