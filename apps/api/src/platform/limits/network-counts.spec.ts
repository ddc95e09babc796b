import { expect, test } from '@jest/globals';
import { FixedClock } from '../../testing/fakes.ts';
import { networkBuckets } from './limited.ts';
import { WIDER_NETWORKS } from './limits.ts';
import { NetworkCounts } from './network-counts.ts';
import { CountingThrottle } from './testing/counting-throttle.ts';

const MOST = 3;
const MINUTE = 60_000;

function counting() {
  const [clock, throttle] = [new FixedClock(), new CountingThrottle()];
  const counts = new NetworkCounts(clock);
  const call = (address: string) => counts.hit(throttle, networkBuckets('login', address, MOST), MINUTE);
  return { clock, throttle, call };
}

test('a /48 beyond its allowance writes nothing, from whichever of its networks the calls come', async () => {
  const { throttle, call } = counting();
  // Each from a /56 of its own, as the /48 is the first to be full then.
  for (let network = 0; network <= MOST * WIDER_NETWORKS.in48; network += 1) await call(`2001:db8:1:${(network << 8).toString(16)}::1`);
  const written = new Map(throttle.hits);
  for (let network = 0; network < 50; network += 1) expect(await call(`2001:db8:1:${((network << 8) + 7).toString(16)}::1`)).toBe(60);
  expect(throttle.hits).toEqual(written);
  expect(await call('2001:db8:2::1')).toBeNull();
});

test('with the end of its window it may call again, and until then it is told how long that is', async () => {
  const { clock, throttle, call } = counting();
  for (let network = 0; network <= MOST * WIDER_NETWORKS.in56; network += 1) await call(`2001:db8:1:${network.toString(16)}::1`);
  clock.advance(45_000);
  expect(await call('2001:db8:1:ff::1')).toBe(15);
  clock.advance(15_000);
  throttle.hits.clear();
  expect(await call('2001:db8:1:ff::1')).toBeNull();
});

test('a network that is full itself is asked each time, as its count may have been taken back', async () => {
  const { throttle, call } = counting();
  for (let hit = 0; hit <= MOST; hit += 1) await call('192.0.2.1');
  throttle.hits.clear();
  expect(await call('192.0.2.1')).toBeNull();
});
