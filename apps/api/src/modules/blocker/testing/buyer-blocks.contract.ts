import { expect, test } from '@jest/globals';
import type { FixedClock } from '../../../testing/fakes.ts';
import type { BuyerBlocks } from '../application/buyer-blocks.ts';
import type { BlockedBuyer } from './in-memory-buyer-blocks.ts';

const NOBODY = { email: null, cardFingerprint: null, userId: null };

/** What every BuyerBlocks must do. `make` gives a shop without blocks. */
export function buyerBlocksContract(
  make: () => Promise<{ blocks: BuyerBlocks; clock: FixedClock; add(block: BlockedBuyer): Promise<void> }>,
): void {
  test('a buyer is matched by mailbox, domain, card and account, each with its reason', async () => {
    const { blocks, add } = await make();
    for (const [kind, value] of [
      ['email', 'eve@gmail.com'],
      ['domain', 'bad.example'],
      ['card', 'Fp1'],
      ['account', 'u1'],
    ] as const)
      await add({ kind, value, reason: `the ${kind}`, endsAt: null });
    const kinds = async (buyer: object) => (await blocks.of({ ...NOBODY, ...buyer })).map(({ kind, reason }) => `${kind}: ${reason}`);
    expect(await kinds({ email: 'E.v.e+1@googlemail.com' })).toEqual(['email: the email']);
    expect(await kinds({ email: 'ada@mail.bad.example' })).toEqual(['domain: the domain']);
    expect(await kinds({ email: 'ada@notbad.example' })).toEqual([]);
    expect(await kinds({ cardFingerprint: 'fp1' })).toEqual([]);
    expect((await kinds({ email: 'eve@gmail.com', cardFingerprint: 'Fp1', userId: 'u1' })).toSorted()).toEqual([
      'account: the account',
      'card: the card',
      'email: the email',
    ]);
    expect(await blocks.of(NOBODY)).toEqual([]);
    expect(await blocks.ofAll([NOBODY, { ...NOBODY, userId: 'u1' }])).toEqual([[], [{ kind: 'account', reason: 'the account' }]]);
    expect(await blocks.ofAll([])).toEqual([]);
  });

  test('a block counts until it ends', async () => {
    const { blocks, clock, add } = await make();
    await add({ kind: 'account', value: 'u1', reason: 'for a while', endsAt: new Date(clock.now().getTime() + 1000) });
    const isBlocked = async () => (await blocks.of({ ...NOBODY, userId: 'u1' })).length > 0;
    expect(await isBlocked()).toBe(true);
    clock.advance(1000);
    expect(await isBlocked()).toBe(false);
  });
}
