import { afterEach, expect, jest, test } from '@jest/globals';
import { StubCheckout } from '../testing/stub-checkout.ts';
import { isAlive } from './process-mark.ts';

/** `npm start` itself, with stand-ins for the apps; what happens when its processes are killed is shown in shop-run.prove.ts. */
jest.setTimeout(60_000);

let checkout: StubCheckout;

afterEach(() => checkout.remove());

test('the shop opens, Ctrl-C drains every child and ends it, and a second start finds the same data', async () => {
  checkout = await StubCheckout.make();
  const first = checkout.run('start.ts');
  await first.says('Ctrl-C ends it');
  const steps = [...first.output.matchAll(/^✔ (.+?) \[\d+\.\d s\]$/gm)].map(([, step]) => step);
  expect(steps).toHaveLength(6);
  expect(steps.filter((step) => step !== 'stand-ins')).toEqual([
    'database: .data/postgres',
    'build: built',
    'migrate: 0 migrations run',
    'seed: left as it is, login there',
    'start',
  ]);
  expect(first.output).toContain(`Storefront          http://localhost:${checkout.ports.STOREFRONT_PORT}`);
  expect(first.output).toContain('Demo login          demo@stub.example, password stub');
  const children = checkout.recordedRun().children;
  expect(children).toHaveLength(5);
  first.child.kill('SIGINT');
  expect(await first.end()).toBe(0);
  expect(children.filter(isAlive)).toEqual([]);
  for (const name of ['api', 'worker', 'storefront', 'sandbox']) expect(checkout.log(name)).toContain('drained');
  expect(checkout.log('postgres')).toContain('database system is shut down');

  const second = checkout.run('start.ts');
  await second.says('Ctrl-C ends it');
  expect(checkout.log('postgres')).not.toContain('was not properly shut down');
});
