import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chance } from '../../apps/api/src/testing/campaigns/chance.ts';
import { root } from '../shared/paths.ts';

/** A part of `npm run prove`: a Jest file that ends in `.prove.ts`, or the tests of a browser file that are tagged `@prove`. */
export interface Campaign {
  readonly name: string;
  /** From the repository's root. */
  readonly file: string;
  readonly kind: 'api' | 'tools' | 'browser';
  /** Its duration on two idle cores, rounded up to half minutes; used by `--minutes`. */
  readonly minutes: number;
  readonly needsRedis: boolean;
}

const LEAST_MINUTES = 0.5;
/** What a run takes before its first campaign, and before its first campaign in the browser. */
export const BUILD_MINUTES = 0.5;
export const SHOP_START_MINUTES = 0.5;

/** Those that take longer than half a minute. */
const MINUTES: Readonly<Record<string, number>> = {
  'browser-idle-page': 2.5,
  'browser-ops-console': 2,
  'browser-pages': 1.5,
  'browser-shift-while-scrolling': 1,
  'browser-slider-moves': 1,
  'browser-support-icon': 2,
  'delivery-on-postgresql': 2,
  'delivery-on-redis': 2,
  'documented-commands': 1.5,
  'event-orders': 1,
  'every-ops-query': 1,
  failover: 1,
  'fresh-pages': 1.5,
  'held-orders': 1,
  'held-orders-on-redis': 1.5,
  history: 1.5,
  'hostile-clients': 3.5,
  'key-rotation': 1,
  kill: 6.5,
  load: 1.5,
  'many-machines': 1,
  'mail-weather': 1.5,
  money: 1.5,
  mutation: 1.5,
  'offers-under-load': 3,
  'read-replica': 1,
  'payment-weather': 2,
  race: 1.5,
  'restore-drill': 1.5,
  suppliers: 2,
  upgrade: 1.5,
  simulator: 10,
};

/** Every campaign there is, by name. */
export function allCampaigns(): Campaign[] {
  const jest = globSync('{apps/api/src,tools}/**/*.prove.ts', { cwd: root });
  const browser = globSync('apps/storefront/e2e/**/*.e2e.ts', { cwd: root });
  return [
    ...jest.map((file) => campaign(basename(file, '.prove.ts'), file, file.startsWith('tools/') ? 'tools' : 'api')),
    ...browser
      .filter((file) => readFileSync(join(root, file), 'utf8').includes('@prove'))
      .map((file) => campaign(`browser-${basename(file, '.e2e.ts')}`, file, 'browser')),
  ].toSorted((one, other) => one.name.localeCompare(other.name));
}

const campaign = (name: string, file: string, kind: Campaign['kind']): Campaign => ({
  name,
  file,
  kind,
  minutes: MINUTES[name] ?? LEAST_MINUTES,
  needsRedis: name.endsWith('-on-redis'),
});

/** The names in MINUTES of campaigns that are gone. */
export const staleMinutes = (campaigns: readonly Campaign[]) =>
  Object.keys(MINUTES).filter((name) => !campaigns.some((one) => one.name === name));

/** Draws campaigns in an order that the seed decides, until the minutes are used up, those of the build and of the browser's shop among them;
 * without a bound all of them, in that order. */
export function draw(campaigns: readonly Campaign[], seed: number, minutes = Infinity): { drawn: Campaign[]; left: Campaign[] } {
  const drawn: Campaign[] = [];
  const left: Campaign[] = [];
  let rest = minutes - BUILD_MINUTES;
  let hasShop = false;
  for (const one of shuffled(campaigns, seed)) {
    const needed = one.minutes + (one.kind === 'browser' && !hasShop ? SHOP_START_MINUTES : 0);
    if (needed > rest) left.push(one);
    else {
      rest -= needed;
      hasShop ||= one.kind === 'browser';
      drawn.push(one);
    }
  }
  return { drawn, left };
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const next = chance(seed);
  const rest = [...items];
  for (let last = rest.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [rest[last], rest[other]] = [rest[other] as T, rest[last] as T];
  }
  return rest;
}
