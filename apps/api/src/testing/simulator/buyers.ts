import type { WantedLine } from '../../modules/cart-validation/index.ts';
import type { CheckoutRequest } from '../../modules/checkout/application/open-checkout.ts';
import { sendEvent } from './actors/provider-events.ts';
import { PRODUCTS } from './goods.ts';
import { passing } from './passing.ts';
import type { World } from './world.ts';

/** People who check out and pay, and the provider's webhooks about it. */
export class Buyers {
  constructor(private readonly world: World) {}

  async buy(buyer: number): Promise<void> {
    await this.world.pauses(12);
    const wanted = this.lines();
    const request = (key: string): CheckoutRequest => ({
      lines: wanted,
      currency: 'Eur',
      expectedTotalMinor: null,
      email: `buyer-${buyer % this.world.shape.emails}@example.com`,
      customer: { fullName: 'Ada Buyer', phone: null, company: null, taxNumber: null, zipCode: null, country: null, notes: null },
      fromCountry: null,
      termsAccepted: true,
      isForElsewhere: false,
      userId: null,
      clientAddress: `192.0.${buyer % this.world.shape.addresses}.1`,
      caller: { address: `192.0.${buyer % this.world.shape.addresses}.1`, browser: null },
      browserId: `browser-${buyer % this.world.shape.browsers}`,
      idempotencyKey: key,
      requestHash: JSON.stringify(wanted),
      pass: null,
    });
    for (let tries = 0; tries < 4; tries += 1) {
      const key = `key-${buyer}-${this.world.scheduler.happens(0.7) ? 0 : tries}`;
      const answer = await this.world.inApi((shop) => shop.checkout.run(request(key))).catch(passing);
      if (answer === undefined || 'changed' in answer) {
        await this.world.pauses(10);
        continue;
      }
      this.world.acknowledged.add(answer.session.id);
      if (await this.pay(answer.session.id)) return;
    }
  }

  /** Returns whether the buyer has done with it. */
  private async pay(sessionId: string): Promise<boolean> {
    await this.world.pauses(this.world.scheduler.happens(0.2) ? 120 : this.world.shape.hurry);
    const session = () => this.world.provider.sessions.get(sessionId);
    if (session()?.outcome !== 'open') return false;
    const how = this.world.scheduler.below(100);
    if (how < 8) return this.world.scheduler.happens(0.5);
    if (how < 16) {
      this.world.provider.become(sessionId, { outcome: 'expired' });
      this.announce(sessionId, 'checkout.session.expired');
      return true;
    }
    if (how < 16 + this.world.shape.transfers) {
      this.world.provider.become(sessionId, { outcome: 'processing' });
      this.announce(sessionId, 'checkout.session.completed');
      this.world.scheduler.begin(async () => {
        await this.world.pauses(this.world.shape.hurry);
        this.world.provider.become(sessionId, { outcome: this.world.scheduler.happens(0.7) ? 'paid' : 'failed' });
        this.announce(sessionId, 'checkout.session.async_payment_succeeded');
      });
      return true;
    }
    const isTampered = how > 96;
    if (isTampered) this.world.tampered.add(sessionId);
    this.world.provider.become(sessionId, { outcome: 'paid', ...(isTampered && { amountMinor: 1 }) });
    this.announce(sessionId, 'checkout.session.completed');
    return true;
  }

  /** The provider's webhook: never, once or several times, sooner or later, until it gets an answer or gives up. */
  private announce(sessionId: string, type: string): void {
    const { scheduler, provider, shape } = this.world;
    const event = { id: `evt-${sessionId}-${type}`, type, sessionId, payload: {} };
    const about = { orderId: sessionId.replace('session-', ''), isPaid: provider.sessions.get(sessionId)?.outcome === 'paid' };
    const copies = scheduler.below(4) || (shape.hasLongWaits ? 1 : 0);
    for (let copy = copies; copy > 0; copy -= 1)
      scheduler.begin(async () => {
        await this.world.pauses(shape.hurry);
        for (let tries = 0; tries < 3 || shape.hasLongWaits; tries += 1) {
          if (await sendEvent(this.world, event, about)) return;
          await this.world.pauses(10);
        }
      });
  }

  private lines(): WantedLine[] {
    const count = this.world.scheduler.happens(0.3) ? 2 : 1;
    const first = this.world.scheduler.below(PRODUCTS.length);
    return Array.from({ length: count }, (_, index) => ({
      ref: { type: 'game', id: String(((first + index) % PRODUCTS.length) + 1) },
      quantity: this.world.scheduler.happens(0.2) ? 2 : 1,
      rememberedMinor: null,
    }));
  }
}
