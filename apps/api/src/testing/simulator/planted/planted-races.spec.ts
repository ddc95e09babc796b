import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { LEFT_OUT } from '../use-cases-left-out.ts';
import { World } from '../world.ts';
import { PLANTED, WITHOUT_PLANT, WITHOUT_RACE } from './planted-races.ts';

/** What `shop.ts` makes besides use cases. */
const NO_USE_CASES = ['InMemoryCustomerLimits', 'MailWriters', 'Map', 'PaymentProviders', 'Proxy', 'QueuedMailOutbox', 'SimulatedMails'];

/** Planted mistakes that do harm though nobody else is at work, and no process dies in between. All others are races. */
const NO_RACES = [
  'TakePayment refunds an order whose keys it holds',
  'EndUnpaidOrder leaves what suppliers have promised',
  'SettleRefunds sees no refund of the provider',
  'GiveUpRefund does not ask whether the provider has made it',
  'ReceiveUndelivered takes what it is told of for known',
  'SendRefund counts a refund that was refused as made',
  'Reconcile compares no order with the provider',
  'RequeueOverdueJobs sees no refund that is due',
  'RequeueOverdueJobs refunds an order that is still to wait for keys',
  'SendOverdueMails sees no mail that is overdue',
];

const plantedIn = (name: string) => name.split(' ')[0] ?? '';

function composed(): Set<string> {
  const shop = readFileSync(join(import.meta.dirname, '../shop.ts'), 'utf8');
  return new Set(Array.from(shop.matchAll(/\bnew (\w+)\(/g), ([, name = '']) => name));
}

test('each use case of orders, payments, stock and the checkout is in the simulator, or there is a reason why it is not', () => {
  const modules = join(import.meta.dirname, '../../../modules');
  const files = globSync('{orders,payments,stock,checkout}/application/**/*.ts', { cwd: modules });
  const texts = files.filter((file) => !file.endsWith('.spec.ts')).map((file) => readFileSync(join(modules, file), 'utf8'));
  const all = texts.flatMap((text) => Array.from(text.matchAll(/^@Injectable\(\)\nexport class (\w+)/gm), ([, name = '']) => name));
  const leftOut = all.filter((name) => !composed().has(name));
  expect(leftOut.toSorted()).toEqual(Object.keys(LEFT_OUT).toSorted());
});

test('each use case of the simulator has a planted mistake, or a reason why it has none', () => {
  const known = [...new Set(Object.keys(PLANTED).map(plantedIn)), ...Object.keys(WITHOUT_PLANT), ...NO_USE_CASES];
  expect(known.toSorted()).toEqual([...composed()].toSorted());
});

test('each use case with planted mistakes has a race among them, or a reason why it has none', () => {
  const names = Object.keys(PLANTED);
  expect(names).toEqual(expect.arrayContaining(NO_RACES));
  const withRace = new Set(names.filter((name) => !NO_RACES.includes(name)).map(plantedIn));
  const without = new Set(names.map(plantedIn).filter((useCase) => !withRace.has(useCase)));
  expect([...without].toSorted()).toEqual(Object.keys(WITHOUT_RACE).toSorted());
});

test('each planted mistake changes the ports of the use case that its name begins with, and of no other', () => {
  const changed = new Map(Object.keys(PLANTED).map((name) => [name, new Set<string>()]));
  new World({ seed: 7, buyers: 1, kills: 0, badWeather: 0 }, (useCase, ports, world) => {
    for (const [name, plant] of Object.entries(PLANTED)) if (plant(useCase, ports, world) !== ports) changed.get(name)?.add(useCase);
    return ports;
  });
  for (const [name, useCases] of changed) expect([name, [...useCases]]).toEqual([name, [plantedIn(name)]]);
});
