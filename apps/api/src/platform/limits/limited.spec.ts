import { expect, test } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { Throttle } from '../../shared/ports.ts';
import { FixedClock } from '../../testing/fakes.ts';
import { readConfig } from '../config/config.ts';
import { LIMIT, LimitGuard } from './limited.ts';
import { type LimitName, limits } from './limits.ts';
import { NetworkCounts } from './network-counts.ts';
import { ReadThrottle } from './read-throttle.ts';
import { CountingThrottle } from './testing/counting-throttle.ts';

const { perNetwork } = limits['verify-otp'];

/** Calls from any address, counted in memory. */
function calls(name: LimitName = 'verify-otp') {
  const throttle = new ReadThrottle(new FixedClock(), readConfig({}), new CountingThrottle());
  const handler = Object.assign(() => undefined, {});
  Reflect.defineMetadata(LIMIT, name, handler);
  const guard = new LimitGuard(
    throttle as unknown as Throttle,
    throttle,
    new NetworkCounts(new FixedClock()),
    readConfig({}),
    new Reflector(),
    {} as ModuleRef,
  );
  const isTaken = (ip: string, body = {}) => {
    const request = { ip, headers: {}, body };
    const context = { getHandler: () => handler, switchToHttp: () => ({ getRequest: () => request }) } as unknown as ExecutionContext;
    return guard.canActivate(context).catch(() => false);
  };
  /** Of one call from each of these networks as often as one of them may call. */
  const takenOf = async (networks: readonly string[]) => {
    let taken = 0;
    for (const network of networks) for (let call = 0; call < perNetwork; call += 1) taken += Number(await isTaken(`${network}::${call}`));
    return taken;
  };
  return { isTaken, takenOf };
}

test('the networks of one /56 together may call as often as four of them, and its neighbour no less for it', async () => {
  const { isTaken, takenOf } = calls();
  const networks = Array.from({ length: 12 }, (_, index) => `2001:db8:1:2${index.toString(16).padStart(2, '0')}`);
  expect(await takenOf(networks)).toBe(4 * perNetwork);
  expect([await isTaken('2001:db8:1:2ff::1'), await isTaken('2001:db8:1:300::1')]).toEqual([false, true]);
});

test('the networks of one /48 together may call as often as sixteen of them, and its neighbour no less for it', async () => {
  const { isTaken, takenOf } = calls();
  const networks = Array.from({ length: 40 }, (_, index) => `2001:db8:1:${(index * 256).toString(16)}`);
  expect(await takenOf(networks)).toBe(16 * perNetwork);
  expect([await isTaken('2001:db8:1:ff00::1'), await isTaken('2001:db8:2:ff00::1')]).toEqual([false, true]);
});

test('of one network the spellings of a mailbox may together call as often as one of them', async () => {
  const { isTaken } = calls('login');
  const emails = Array.from({ length: 20 }, (_, place) => `ada+${place}@example.com`);
  const taken = await Promise.all(emails.map((email) => isTaken('192.0.2.1', { email })));
  expect(taken.filter(Boolean)).toHaveLength(limits.login.perEmailAndNetwork);
});

test('of one e-mail address the networks of one /48 together may call sixteen times as often', async () => {
  const { isTaken } = calls('login');
  const email = 'ada@example.com';
  const { perEmailAndNetwork } = limits.login;
  let taken = 0;
  for (let network = 0; network < 20; network += 1)
    for (let call = 0; call < perEmailAndNetwork; call += 1)
      taken += Number(await isTaken(`2001:db8:1:${(network * 256).toString(16)}::${call}`, { email }));
  expect(taken).toBe(16 * perEmailAndNetwork);
  expect([await isTaken('2001:db8:1:ff00::1', { email: 'bob@example.com' }), await isTaken('2001:db8:2::1', { email })]).toEqual([
    true,
    true,
  ]);
});

test('IPv4 addresses that are neighbours share nothing', async () => {
  const { isTaken } = calls();
  for (let call = 0; call <= perNetwork; call += 1) await isTaken('192.0.2.1');
  expect([await isTaken('192.0.2.1'), await isTaken('192.0.2.2')]).toEqual([false, true]);
});
