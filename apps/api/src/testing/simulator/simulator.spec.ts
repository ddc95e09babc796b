import { expect, test } from '@jest/globals';
import type { KeyStock } from '../../modules/stock/index.ts';
import type { MailRows } from '../../platform/mail/ports.ts';
import type { Mailer } from '../../shared/ports.ts';
import { PLANTED } from './planted/planted-races.ts';
import { isFound, runWorld, shrink } from './run-worlds.ts';
import type { Plant } from './world.ts';

const STEADY = { seed: 9, buyers: 12, kills: 3, badWeather: 0.05 };

test('the same plan is the same world, step by step, and another seed is another one', async () => {
  const [once, again, other] = [await runWorld(STEADY), await runWorld(STEADY), await runWorld({ ...STEADY, seed: 8 })];
  expect([once.faults, other.faults]).toEqual([[], []]);
  expect(again.world.scheduler.trace).toEqual(once.world.scheduler.trace);
  expect(other.world.scheduler.trace).not.toEqual(once.world.scheduler.trace);
  expect(once.world.kills).toBeGreaterThan(0);
});

test('a race is found, and shrunk to a smaller world that has it, too', async () => {
  const plant = PLANTED['TakePayment reads the order without its lock'];
  const outcome = await runWorld({ ...STEADY, seed: 4 }, plant);
  expect(isFound(outcome)).toBe(true);
  const smallest = await shrink(outcome, plant);
  expect(isFound(smallest)).toBe(true);
  expect(smallest.plan.buyers).toBeLessThan(outcome.plan.buyers);
  expect((await runWorld(smallest.plan, plant)).faults).toEqual(smallest.faults);
});

test('a mistake that only makes a world throw does not count as found', async () => {
  const unfit: Plant = (useCase, ports) => (useCase === 'ReleaseLapsed' ? { ...ports, stock: {} as KeyStock } : ports);
  const outcome = await runWorld(STEADY, unfit);
  expect(outcome.faults).toEqual([expect.stringMatching(/^It was thrown: TypeError/)]);
  expect(isFound(outcome)).toBe(false);
});

test('a mistake that makes a job throw at each attempt does not count as found', async () => {
  const unfit: Plant = (useCase, ports) => (useCase === 'SendMail' ? { ...ports, mailRows: {} as MailRows } : ports);
  const outcome = await runWorld({ seed: 9, buyers: 12, kills: 0, badWeather: 0 }, unfit);
  expect(outcome.found).toBeGreaterThan(0);
  expect(isFound(outcome)).toBe(false);
});

test('a mistake that is found while a job logs an error that it may not have does not count as found', async () => {
  const fit = PLANTED['TakePayment refunds an order whose keys it holds'];
  const unfit: Plant = (useCase, ports, world) =>
    useCase === 'SendMail' ? { ...ports, mailer: {} as Mailer } : (fit?.(useCase, ports, world) ?? ports);
  const plan = { seed: 3, buyers: 12, kills: 0, badWeather: 0 };
  expect(isFound(await runWorld(plan, fit))).toBe(true);
  const outcome = await runWorld(plan, unfit);
  expect(outcome.found).toBeGreaterThan(0);
  expect(isFound(outcome)).toBe(false);
});

test('a mistake that makes a job throw any error at each attempt does not count as found', async () => {
  const unfitting = async () => {
    throw new Error('it does not fit');
  };
  const unfit: Plant = (useCase, ports) =>
    useCase === 'SendMail' ? { ...ports, mailRows: intercepted(ports.mailRows, 'claim', unfitting) } : ports;
  const outcome = await runWorld({ seed: 9, buyers: 6, kills: 0, badWeather: 0 }, unfit);
  expect(outcome.found).toBeGreaterThan(0);
  expect(isFound(outcome)).toBe(false);
});

test.each([
  ['ProcessEvent', 'events', 'waiting'],
  ['TakePayment', 'clock', 'now'],
  ['SendMail', 'mailer', 'send'],
] as const)('what %s throws once is a fault, though its job succeeds the next time', async (name, port, method) => {
  let isOver = false;
  const once: Plant = (useCase, ports) =>
    useCase === name
      ? {
          ...ports,
          [port]: intercepted(ports[port], method, (call) => {
            if (isOver) return call();
            isOver = true;
            throw new TypeError('once');
          }),
        }
      : ports;
  const outcome = await runWorld({ seed: 9, buyers: 12, kills: 0, badWeather: 0 }, once);
  expect(outcome.faults).toEqual([expect.stringMatching(/threw what it may not throw: .*once/)]);
  expect(isFound(outcome)).toBe(false);
});

test('a job that has failed at all attempts is a fault', async () => {
  const failing: Plant = (useCase, ports) =>
    useCase === 'SendRefund' ? { ...ports, refunds: intercepted(ports.refunds, 'begin', async () => null) } : ports;
  const { faults } = await runWorld({ seed: 9, buyers: 12, kills: 0, badWeather: 0 }, failing);
  expect(faults).toContainEqual(expect.stringMatching(/^(staff-)?refund .* was given up: .*another attempt is at work/));
});

function intercepted<Port extends object>(port: Port, name: string, by: (call: () => unknown) => unknown): Port {
  return new Proxy(port, {
    get(target, method, self) {
      const value = Reflect.get(target, method, self) as unknown;
      return method === name && typeof value === 'function'
        ? (...given: unknown[]) => by(() => Reflect.apply(value, target, given) as unknown)
        : value;
    },
  });
}
