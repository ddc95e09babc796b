import { expect, test } from '@jest/globals';
import type { Order } from '../../orders/index.ts';
import { orderLine, unpaidOrder } from '../../orders/testing/order-builder.ts';
import type { PaymentProvider } from '../application/ports.ts';
import { DisputeRefused } from '../domain/dispute-errors.ts';
import { EVIDENCE_TEXTS, type EvidenceTexts } from '../domain/evidence-texts.ts';
import { ForgedEvent } from '../domain/payment-errors.ts';

export interface ProviderState {
  readonly provider: PaymentProvider;
  /** Actions of the buyer and the bank at the provider. */
  pay(sessionId: string): Promise<void>;
  /** The bank refuses a card. */
  decline(sessionId: string): Promise<void>;
  startTransfer(sessionId: string): Promise<void>;
  endTransfer(sessionId: string, outcome: 'paid' | 'failed'): Promise<void>;
  /** Whether every new refund is refused. */
  refuse(isRefused: boolean): Promise<void>;
  /** The number of refunds of an order. */
  refundsOf(order: Order): Promise<number>;
  /** What is refunded meanwhile succeeds, and is returned by the bank then. */
  returning(intentId: string, refund: () => Promise<unknown>): Promise<void>;
  dispute(intentId: string): Promise<void>;
  decide(intentId: string, outcome: 'won' | 'lost'): Promise<void>;
  /** How often evidence of a dispute was submitted. */
  submissions(disputeId: string): Promise<number>;
}

const NO_TEXTS = Object.fromEntries(Object.keys(EVIDENCE_TEXTS).map((name) => [name, ''])) as EvidenceTexts;
const SESSION_MS = 31 * 60_000;
let count = 0;

/** What every PaymentProvider must do. */
export function paymentProviderContract(make: () => Promise<ProviderState>): void {
  async function opened() {
    const providerState = await make();
    const order = unpaidOrder({
      id: `contract-${Date.now()}-${(count += 1)}`,
      lines: [orderLine({ quantity: 2 })],
      expiresAt: new Date(Date.now() + SESSION_MS),
    });
    const session = await providerState.provider.openSession(order);
    return { ...providerState, order, session };
  }

  test('a provider that answers can be reached', async () => {
    const { provider } = await make();
    await expect(provider.ping()).resolves.toBeUndefined();
  });

  test('a session opened twice for one order is one session', async () => {
    const { provider, order, session } = await opened();
    expect(await provider.openSession(order)).toEqual(session);
  });

  test('a new session is open and asks for the total of its order', async () => {
    const { provider, order, session } = await opened();
    expect(await provider.session(session.id)).toMatchObject({
      id: session.id,
      orderId: order.id,
      outcome: 'open',
      amountMinor: 7200,
      currency: 'Eur',
    });
  });

  test('a paid session says so and names its payment, which names its session', async () => {
    const { provider, session, pay } = await opened();
    await pay(session.id);
    const state = await provider.session(session.id);
    expect(state).toMatchObject({ outcome: 'paid', amountMinor: 7200, intentId: expect.any(String) });
    expect(await provider.sessionOf(state?.intentId ?? '')).toBe(session.id);
    expect(await provider.sessionOf('pi_nobody')).toBeNull();
  });

  test('a payment by card says how many attempts at it were refused before', async () => {
    const { provider, session, pay, decline } = await opened();
    await decline(session.id);
    await decline(session.id);
    await pay(session.id);
    expect(await provider.session(session.id)).toMatchObject({ outcome: 'paid', card: { riskLevel: 'normal', refusedBefore: 2 } });
  });

  test.each(['paid', 'failed'] as const)('a bank transfer is pending until it is %s', async (outcome) => {
    const { provider, session, startTransfer, endTransfer } = await opened();
    await startTransfer(session.id);
    expect(await provider.session(session.id)).toMatchObject({ outcome: 'processing' });
    await endTransfer(session.id, outcome);
    expect(await provider.session(session.id)).toMatchObject({ outcome });
  });

  test('a session that was ended is expired, also when it is ended again', async () => {
    const { provider, session } = await opened();
    await provider.expireSession(session.id);
    await provider.expireSession(session.id);
    expect(await provider.session(session.id)).toMatchObject({ outcome: 'expired' });
  });

  test('a paid session cannot be ended', async () => {
    const { provider, session, pay } = await opened();
    await pay(session.id);
    await provider.expireSession(session.id);
    expect(await provider.session(session.id)).toMatchObject({ outcome: 'paid' });
  });

  test('a session that the provider does not know is null', async () => {
    const { provider } = await make();
    expect(await provider.session('cs_test_nobody')).toBeNull();
  });

  test.each(['won', 'lost'] as const)('a payment is undisputed, then disputed, then the dispute is %s', async (outcome) => {
    const { provider, session, pay, dispute, decide } = await opened();
    await pay(session.id);
    const intentId = (await provider.session(session.id))?.intentId ?? '';
    expect(await provider.dispute(intentId)).toBeNull();
    await dispute(intentId);
    const claim = { id: expect.any(String), amountMinor: await provider.received(intentId), currency: 'EUR', dueAt: expect.any(Date) };
    expect(await provider.dispute(intentId)).toEqual({ outcome: 'open', reason: 'fraudulent', lost: [], ended: [], claim });
    await decide(intentId, outcome);
    const took = { id: expect.any(String), amountMinor: await provider.received(intentId), currency: 'Eur' };
    const ended = [{ ...took, currency: 'EUR', reason: 'fraudulent', outcome }];
    expect(await provider.dispute(intentId)).toEqual({ outcome, reason: 'fraudulent', lost: outcome === 'lost' ? [took] : [], ended });
  });

  async function disputed() {
    const providerState = await paid();
    await providerState.dispute(providerState.intentId);
    const id = (await providerState.provider.dispute(providerState.intentId))?.claim?.id ?? '';
    return { ...providerState, id, outcome: async () => (await providerState.provider.dispute(providerState.intentId))?.outcome };
  }

  test.each([
    ['winning_evidence', 'won'],
    ['losing_evidence', 'lost'],
    ['The buyer opened the key.', 'open'],
  ])('evidence with the text "%s" leaves its dispute %s, and each version of it is submitted once', async (uncategorizedText, state) => {
    const { provider, id, outcome, submissions } = await disputed();
    const evidence = { texts: { ...NO_TEXTS, customerName: 'Ada Buyer', uncategorizedText }, prior: null };
    await provider.submitEvidence(id, evidence, 3);
    await provider.submitEvidence(id, evidence, 3);
    expect([await outcome(), await submissions(id)]).toEqual([state, 1]);
  });

  test('a dispute that is closed is lost, also when it is closed again, and takes no evidence', async () => {
    const { provider, id, outcome } = await disputed();
    await provider.closeDispute(id);
    await provider.closeDispute(id);
    expect(await outcome()).toBe('lost');
    await expect(provider.submitEvidence(id, { texts: NO_TEXTS, prior: null }, 1)).rejects.toThrow(DisputeRefused);
  });

  test('a dispute that is won cannot be closed', async () => {
    const { provider, id, intentId, decide, outcome } = await disputed();
    await decide(intentId, 'won');
    await expect(provider.closeDispute(id)).rejects.toThrow(DisputeRefused);
    expect(await outcome()).toBe('won');
  });

  async function paid() {
    const providerState = await opened();
    await providerState.pay(providerState.session.id);
    const intentId = (await providerState.provider.session(providerState.session.id))?.intentId ?? '';
    const whole = { id: `${providerState.order.id}-w`, orderId: providerState.order.id, intentId, amountMinor: null, attempt: 0 };
    return { ...providerState, intentId, whole };
  }

  test('a part of a payment is sent back once per refund, whichever attempt it is, and no more than there is', async () => {
    const { provider, order, refundsOf, whole } = await paid();
    const part = { ...whole, amountMinor: 3600 };
    await provider.refund({ ...part, id: `${order.id}-a` });
    await provider.refund({ ...part, id: `${order.id}-a` });
    await provider.refund({ ...part, id: `${order.id}-a`, attempt: 1 });
    expect(await refundsOf(order)).toBe(1);
    await provider.refund({ ...part, id: `${order.id}-b` });
    expect(await refundsOf(order)).toBe(2);
  });

  test('a payment sent back twice is sent back once', async () => {
    const { provider, order, refundsOf, whole } = await paid();
    expect(await provider.refund(whole)).toBe(7200);
    expect(await provider.refund({ ...whole, attempt: 1 })).toBe(7200);
    expect(await refundsOf(order)).toBe(1);
  });

  test('one that the bank has returned is made anew by another attempt: the same one hears again that it was made', async () => {
    const { provider, returning, whole, intentId } = await paid();
    const failures = async () => (await provider.refundsOf(intentId)).map(({ failure }) => failure !== null);
    await returning(intentId, () => provider.refund(whole));
    expect([await provider.refund(whole), await failures()]).toEqual([7200, [true]]);
    expect([await provider.refund({ ...whole, attempt: 1 }), await failures()]).toEqual([7200, [false, true]]);
  });

  test('a refusal is the answer to every repeat of its attempt, and not to the next attempt', async () => {
    const { provider, order, refundsOf, refuse, whole, intentId } = await paid();
    await refuse(true);
    await expect(provider.refund(whole)).rejects.toMatchObject({ code: 'balance_insufficient', isRepeated: true });
    await refuse(false);
    await expect(provider.refund(whole)).rejects.toMatchObject({ code: 'balance_insufficient', isRepeated: true });
    expect(await provider.refundsOf(intentId)).toEqual([]);
    await provider.refund({ ...whole, attempt: 1 });
    expect(await refundsOf(order)).toBe(1);
    expect(await provider.refundsOf(intentId)).toMatchObject([{ refundId: whole.id, failure: null }]);
  });

  test('an event whose webhook did not come is listed, also after a moment before it, and not after its own', async () => {
    const { provider, session, pay } = await opened();
    await pay(session.id);
    const listed = async (after: Date | null) => {
      const found = [];
      for await (const page of provider.undelivered(after)) found.push(...page.filter(({ event }) => event.sessionId === session.id));
      return found;
    };
    const [missed, ...others] = await listed(null);
    const createdAt = missed?.createdAt ?? new Date(0);
    expect(others).toEqual([]);
    expect(missed?.event).toMatchObject({ type: 'checkout.session.completed', intentId: null, signal: null, isAboutRefunds: false });
    expect(await listed(new Date(createdAt.getTime() - 1000))).toEqual([missed]);
    expect(await listed(createdAt)).toEqual([]);
  });

  test.each(['', 't=1,v1=00'])('an event with the signature "%s" is refused', async (signature) => {
    const { provider } = await make();
    expect(() => provider.readEvent(Buffer.from('{}'), { 'stripe-signature': signature })).toThrow(ForgedEvent);
  });
}
