import { expect, test } from '@jest/globals';
import type { SingleUse } from '../../../shared/ports.ts';
import type { FixedClock } from '../../../testing/fakes.ts';

/** What every SingleUse does. */
export function singleUseContract(make: () => { singleUse: SingleUse; clock: FixedClock }): void {
  const inAMinute = (clock: FixedClock) => new Date(clock.now().getTime() + 60_000);

  test('of concurrent calls that store one name, one is the first', async () => {
    const { singleUse, clock } = make();
    const answers = await Promise.all(Array.from({ length: 10 }, () => singleUse.note('nonce 1', inAMinute(clock))));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test('a name can be stored again once it has expired', async () => {
    const { singleUse, clock } = make();
    expect(await singleUse.note('nonce 2', inAMinute(clock))).toBe(true);
    clock.advance(59_999);
    expect(await singleUse.note('nonce 2', inAMinute(clock))).toBe(false);
    clock.advance(1);
    expect(await singleUse.note('nonce 2', inAMinute(clock))).toBe(true);
  });

  test('a stored name is found until it expires', async () => {
    const { singleUse, clock } = make();
    expect(await singleUse.isNoted('login 1')).toBe(false);
    await singleUse.note('login 1', inAMinute(clock));
    clock.advance(59_999);
    expect([await singleUse.isNoted('login 1'), await singleUse.isNoted('login 1'), await singleUse.isNoted('login 2')]).toEqual([
      true,
      true,
      false,
    ]);
    clock.advance(1);
    expect(await singleUse.isNoted('login 1')).toBe(false);
  });

  test('a stored name is used up once, however many calls, and not after it has expired', async () => {
    const { singleUse, clock } = make();
    await singleUse.note('pass 1', inAMinute(clock));
    const answers = await Promise.all(Array.from({ length: 10 }, () => singleUse.take('pass 1')));
    expect(answers.filter(Boolean)).toHaveLength(1);
    await singleUse.note('pass 2', inAMinute(clock));
    clock.advance(60_000);
    expect(await singleUse.take('pass 2')).toBe(false);
    expect(await singleUse.take('never noted')).toBe(false);
  });
}
