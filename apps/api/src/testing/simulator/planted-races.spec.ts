import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PLANTED, WITHOUT_PLANT } from './planted-races.ts';
import { World } from './world.ts';

/** What `shop.ts` makes besides use cases. */
const NO_USE_CASES = ['InMemoryCustomerLimits', 'MailWriters', 'Map', 'PaymentProviders', 'Proxy', 'QueuedMailOutbox', 'SimulatedMails'];

const plantedIn = (name: string) => name.split(' ')[0] ?? '';

test('each use case of the simulator has a planted mistake, or a reason why it has none', () => {
  const shop = readFileSync(join(import.meta.dirname, 'shop.ts'), 'utf8');
  const made = new Set(Array.from(shop.matchAll(/\bnew (\w+)\(/g), ([, name = '']) => name));
  const known = [...new Set(Object.keys(PLANTED).map(plantedIn)), ...Object.keys(WITHOUT_PLANT), ...NO_USE_CASES];
  expect(known.toSorted()).toEqual([...made].toSorted());
});

test('each planted mistake changes the ports of the use case that its name begins with, and of no other', () => {
  const changed = new Map(Object.keys(PLANTED).map((name) => [name, new Set<string>()]));
  new World({ seed: 7, buyers: 1, kills: 0, badWeather: 0 }, (useCase, ports, world) => {
    for (const [name, plant] of Object.entries(PLANTED)) if (plant(useCase, ports, world) !== ports) changed.get(name)?.add(useCase);
    return ports;
  });
  for (const [name, useCases] of changed) expect([name, [...useCases]]).toEqual([name, [plantedIn(name)]]);
});
