import type { Order, Refund } from '../../../modules/orders/index.ts';
import type { RefundRequest } from '../../../modules/payments/application/refunds/plan-refund.ts';
import type { ProviderRefund } from '../../../modules/payments/application/ports.ts';
import { leftOfPayment } from '../../../modules/payments/domain/left-of-payment.ts';
import { MORE_THAN_IS_LEFT } from '../../../modules/payments/testing/in-memory-payments.ts';
import { passing } from '../passing.ts';
import type { SimulatedProcess } from '../scheduler.ts';
import type { World } from '../world.ts';
import { tellOfRefund } from './provider-events.ts';

export const STAFF = {
  by: { keyId: 'key-1', name: 'support', role: 'support', requestId: null, address: null },
  reason: 'a wish',
} as const;

const REFUNDED_IN_PART = 'refunded in part at the provider';

/**
 * What the staff does: it refunds orders, whole ones, pieces of them, or an amount of goodwill. More seldom it cancels orders, sends keys again,
 * gives refunds up, and sends money back at the provider's dashboard. Banks return some of it.
 */
export class Staff {
  constructor(private readonly world: World) {}

  async refundOne(): Promise<void> {
    const { scheduler } = this.world;
    const kind = scheduler.pick(['whole', 'whole', 'pieces', 'goodwill'] as const);
    const order = scheduler.pick(this.ordersThat((one) => one.isRefundable(kind === 'whole' ? 'whole' : 'part')));
    if (!order) return;
    await this.refund(order, kind === 'whole' ? null : kind === 'pieces' ? this.piecesOf(order) : this.goodwill());
  }

  /** Delivered or not. */
  private async refund({ id }: Order, request: RefundRequest | null): Promise<void> {
    await this.world
      .inApi(async (shop) => {
        const { refund } = await shop.prepareRefund.run(id, request, STAFF);
        await shop.sendRefund.runForStaff(refund.id);
      })
      .catch(passing);
  }

  private piecesOf({ lines }: Order): RefundRequest {
    const { scheduler } = this.world;
    const line = scheduler.below(lines.length);
    const picks = [{ line }, { line, count: 1 }, { line, slots: [scheduler.below(lines[line]?.quantity ?? 1)] }];
    return { kind: 'pieces', picks: [scheduler.pick(picks)] };
  }

  private goodwill(): RefundRequest {
    return { kind: 'goodwill', amountMinor: this.world.scheduler.pick([1, 100, 399]) };
  }

  async act(): Promise<void> {
    const { scheduler } = this.world;
    // Few are open, and not for long.
    const open = this.openRefunds();
    if (open.length > 0 && scheduler.happens(0.5)) return this.giveUp(scheduler.pick(open));
    await scheduler.pick([() => this.cancelOne(), () => this.resendOne(), () => this.refundAtDashboard(), () => this.returnRefund()])();
  }

  /** An order without a payment page first, if there is one: the page may be opened at this moment. */
  private async cancelOne(): Promise<void> {
    const orders = this.ordersThat((order) => order.isPending() || order.status === 'on_hold');
    const bare = orders.filter(({ status, sessionId }) => status === 'pending' && sessionId === null);
    const order = this.world.scheduler.pick(bare.length > 0 ? bare : orders);
    if (order) await this.cancel(order);
  }

  /** Once all else is over, the staff decides about what nobody else does: it gives up what cannot be sent back, and refunds what it must not deliver. */
  async decide(): Promise<void> {
    for (const refund of this.openRefunds())
      if (refund.state === 'failed' || refund.refusal === MORE_THAN_IS_LEFT) await this.giveUp(refund);
    for (const order of this.ordersThat(({ holdReason }) => holdReason === 'refund given up' || holdReason === REFUNDED_IN_PART))
      await this.cancel(order);
    for (const order of this.ordersThat(({ status }) => status === 'disputed')) await this.refund(order, null);
  }

  private async cancel({ id }: Order): Promise<void> {
    await this.world.inApi((shop) => shop.cancelOrder.run(id, STAFF)).catch(passing);
  }

  private async resendOne(): Promise<void> {
    const { scheduler, mailRows, refunds, seen } = this.world;
    const order = scheduler.pick(this.ordersThat((one) => one.showsKeys()));
    if (!order) return;
    const { id } = order;
    const isUnlimited = scheduler.happens(0.5);
    const isPlanned = await this.world.inApi((shop) => shop.resendKeys.run(id, { isUnlimited })).catch(passing);
    if (isPlanned !== true) return;
    // Nothing else was done since its commit.
    const open = [...mailRows.all.values()].filter(
      ({ mail, state }) => mail.about === id && mail.kind === 'keys' && (state === 'waiting' || state === 'sending'),
    );
    if (open.length !== 1) seen.push(`${id} has ${open.length} open mails with keys after they were sent again`);
    if ([...refunds.all.values()].some(({ orderId, state }) => orderId === id && state === 'asked'))
      seen.push(`${id} was sent its keys again, and its refund is under way`);
  }

  /** Somebody sees refunds that have stood still, and gives up each of them, while the APIs that do it stand still, too. */
  giveUpAll(): void {
    const { scheduler } = this.world;
    for (const refund of this.openRefunds())
      scheduler.begin(() =>
        this.giveUp(refund, (api) =>
          scheduler.begin(async () => {
            await this.world.pauses(12);
            scheduler.standStill(scheduler.below(1500), api);
          }),
        ),
      );
  }

  private openRefunds(): Refund[] {
    return [...this.world.refunds.all.values()].filter(({ isOpen }) => isOpen);
  }

  private async giveUp({ orderId, id }: Refund, begun: (api?: SimulatedProcess) => void = () => undefined): Promise<void> {
    const { provider, scheduler, seen } = this.world;
    const isMade = async () =>
      (await provider.refundsOf(`intent-session-${orderId}`)).some(({ refundId, failure }) => refundId === id && failure === null);
    const wasMade = await isMade();
    const isGivenUp = await this.world
      .inApi(async (shop) => {
        begun(scheduler.current.getStore());
        await shop.giveUpRefund.run(orderId, id, STAFF);
        return true;
      })
      .catch(passing);
    if (wasMade && isGivenUp === true && (await isMade())) seen.push(`${orderId} had its refund given up, and the provider had made it`);
  }

  /** All that is left, all but what the shop is sending back, the price of a line, or an amount that says nothing. */
  private async refundAtDashboard(): Promise<void> {
    const { provider, scheduler, refundedAtDashboard, orders } = this.world;
    const paid = [...provider.sessions.values()].filter(({ outcome }) => outcome === 'paid');
    // While the shop refunds it, too, if there is one.
    const open = new Map(this.openRefunds().map(({ orderId, amountMinor }) => [orderId, amountMinor]));
    const session = scheduler.pick(paid.filter(({ orderId }) => open.has(orderId))) ?? scheduler.pick(paid);
    if (!session) return;
    const { id, orderId, amountMinor: paidMinor } = session;
    const besideMinor = leftOfPayment(paidMinor, [], await provider.refundsOf(`intent-${id}`)) - (open.get(orderId) ?? 0);
    const line = orders.all.get(orderId)?.lines[0];
    const amountMinor = scheduler.pick([undefined, undefined, besideMinor, line && line.quantity * line.unitMinor, 7]);
    if (!provider.refundElsewhere(`intent-${id}`, amountMinor)) return;
    refundedAtDashboard.add(orderId);
    tellOfRefund(this.world, orderId, `${id}-${scheduler.steps}`);
  }

  /** A bank does not take the money, whether or not the shop knows by then that it was sent. */
  private async returnRefund(): Promise<void> {
    const { provider, scheduler, refunds } = this.world;
    const refund = scheduler.pick([...refunds.all.values()].filter(({ state }) => state === 'done' || state === 'asked'));
    if (!refund) return;
    const intentId = `intent-session-${refund.orderId}`;
    const isOf = (one: ProviderRefund) => one.failure === null && (one.refundId === refund.id || one.id === refund.id);
    const made = (await provider.refundsOf(intentId)).find(isOf);
    if (!made) return;
    provider.sendBack(intentId, 'lost_or_stolen_card', made.id);
    tellOfRefund(this.world, refund.orderId, `${made.id}-failed`);
  }

  private ordersThat(isMeant: (order: Order) => boolean): Order[] {
    return [...this.world.orders.all.values()].filter(isMeant);
  }
}
