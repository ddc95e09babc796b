import type { Order, Refund } from '../../../modules/orders/index.ts';
import { passing } from '../passing.ts';
import type { SimulatedProcess } from '../scheduler.ts';
import type { World } from '../world.ts';
import { tellOfRefund } from './provider-events.ts';

export const STAFF = {
  by: { keyId: 'key-1', name: 'support', role: 'support', requestId: null, address: null },
  reason: 'a wish',
} as const;

/** What the staff does: it refunds orders. More seldom it cancels orders, sends keys again, gives refunds up, and sends money back at the provider's dashboard. */
export class Staff {
  constructor(private readonly world: World) {}

  /** An order that is delivered or not. */
  async refundOne(): Promise<void> {
    const orders = this.ordersThat((order) => order.isRefundable('whole'));
    if (orders.length === 0) return;
    const { id } = this.world.scheduler.pick(orders);
    await this.world
      .inApi(async (shop) => {
        const { refund } = await shop.prepareRefund.run(id, null, STAFF);
        await shop.sendRefund.runForStaff(refund.id);
      })
      .catch(passing);
  }

  async act(): Promise<void> {
    const { scheduler } = this.world;
    // Few are open, and not for long.
    const open = this.openRefunds();
    if (open.length > 0 && scheduler.happens(0.5)) return this.giveUp(scheduler.pick(open));
    await scheduler.pick([() => this.cancelOne(), () => this.resendOne(), () => this.refundAtDashboard()])();
  }

  /** An order without a payment page first, if there is one: the page may be opened at this moment. */
  private async cancelOne(): Promise<void> {
    const orders = this.ordersThat((order) => order.isPending() || order.status === 'on_hold');
    const bare = orders.filter(({ status, sessionId }) => status === 'pending' && sessionId === null);
    const order = this.world.scheduler.pick(bare.length > 0 ? bare : orders);
    if (order) await this.cancel(order);
  }

  /** Whoever gives up a refund of an order without keys decides about it later. */
  async cancelHeld(): Promise<void> {
    for (const order of this.ordersThat(({ holdReason }) => holdReason === 'refund given up')) await this.cancel(order);
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
    const isMade = (await provider.refundsOf(`intent-session-${orderId}`)).some(({ refundId }) => refundId === id);
    const isGivenUp = await this.world
      .inApi(async (shop) => {
        begun(scheduler.current.getStore());
        await shop.giveUpRefund.run(orderId, id, STAFF);
        return true;
      })
      .catch(passing);
    if (isMade && isGivenUp === true) seen.push(`${orderId} had its refund given up, and the provider had made it`);
  }

  private async refundAtDashboard(): Promise<void> {
    const { provider, scheduler, refundedAtDashboard } = this.world;
    const session = scheduler.pick([...provider.sessions.values()].filter(({ outcome }) => outcome === 'paid'));
    if (!session || !provider.refundElsewhere(`intent-${session.id}`)) return;
    refundedAtDashboard.add(session.orderId);
    tellOfRefund(this.world, session.orderId, session.id);
  }

  private ordersThat(isMeant: (order: Order) => boolean): Order[] {
    return [...this.world.orders.all.values()].filter(isMeant);
  }
}
