import { buyersCountry, chargedMinor, type Currency } from '@keyturn/shop-rules';
import { Injectable } from '@nestjs/common';
import { Turns } from '../../../shared/concurrency/turns.ts';
import { CaptchaGate, Clock, Transaction } from '../../../shared/ports.ts';
import { BuyerBlocks, CountryBlocks } from '../../blocker/index.ts';
import { CheckCart, ownOrders, type CheckedCart, type WantedLine } from '../../cart-validation/index.ts';
import { Terms } from '../../content/index.ts';
import {
  checkoutToAssess,
  networkRange,
  type Customer,
  IdempotencyKeyTaken,
  type OpenOrders,
  type Order,
  type OrderLine,
  OrderNumberTaken,
  Orders,
  OrderVisits,
  PlaceOrder,
} from '../../orders/index.ts';
import {
  BuyerBlocked,
  CartIsEmpty,
  CountryBlocked,
  IdempotencyKeyReused,
  TooManyOpenCheckouts,
  TotalOutOfBounds,
} from '../domain/checkout-errors.ts';
import { ChooseThreeDSecure } from '../../risk/index.ts';
import { CheckoutOver, OpenSession, PaymentProviders, type PaymentSession } from '../../payments/index.ts';
import { admission, ReservationLimits } from '../domain/hoarding.ts';
import { EndOpenCheckouts } from './end-open-checkouts.ts';

/** The provider wants at least 30 minutes by its own clock: one more covers the difference. */
const SESSION_MS = 31 * 60_000;

/** How often a cart is tried whose keys somebody else had in hand, and gave back, or whose order drew a number that another has. */
const MOST_TRIES = 3;

export interface CheckoutRequest {
  readonly lines: readonly WantedLine[];
  readonly currency: Currency;
  /** The total that the buyer saw, in minor units; null if the browser did not send it. */
  readonly expectedTotalMinor: number | null;
  readonly email: string;
  readonly customer: Customer;
  /** Country of the request from a trusted proxy; null without one. */
  readonly fromCountry: string | null;
  readonly termsAccepted: boolean;
  /** The buyer has confirmed that the keys are for somebody in another country, and the shop permits it. */
  readonly isForElsewhere: boolean;
  readonly userId: string | null;
  /** The network for IPv6, the IP address for IPv4. */
  readonly clientAddress: string;
  /** Whose call it is: the whole IP address, and `Firefox 144 on Windows` or null for an unknown browser. */
  readonly caller: { readonly address: string; readonly browser: string | null };
  readonly browserId: string;
  readonly idempotencyKey: string | null;
  readonly requestHash: string;
  /** The captcha pass of the browser, not checked; null without one. */
  readonly pass: string | null;
}

export type CheckoutAnswer = { readonly session: PaymentSession } | { readonly changed: CheckedCart };

@Injectable()
export class OpenCheckout {
  private readonly turns = new Turns();

  constructor(
    private readonly countryBlocks: CountryBlocks,
    private readonly buyerBlocks: BuyerBlocks,
    private readonly checkCart: CheckCart,
    private readonly endOpenCheckouts: EndOpenCheckouts,
    private readonly placeOrder: PlaceOrder,
    private readonly orders: Orders,
    private readonly openSession: OpenSession,
    private readonly providers: PaymentProviders,
    private readonly limits: ReservationLimits,
    private readonly captcha: CaptchaGate,
    private readonly chooseThreeDSecure: ChooseThreeDSecure,
    private readonly terms: Terms,
    private readonly visits: OrderVisits,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(request: CheckoutRequest): Promise<CheckoutAnswer> {
    if (request.lines.length === 0) throw new CartIsEmpty();
    if (await this.countryBlocks.isBlocked([request.customer.country, request.fromCountry])) throw new CountryBlocked();
    const traits = { email: request.email, userId: request.userId, cardFingerprint: null };
    if ((await this.buyerBlocks.of(traits)).length > 0) throw new BuyerBlocked();
    const begun = await this.begunBefore(request);
    if (begun) return { session: await this.openSession.runOrEnd(begun) };

    await this.endOpenCheckouts.run(request.browserId);
    const termsVersion = request.termsAccepted ? await this.terms.current() : null;
    // Each try in a transaction of its own: one that goes on would lock listings that are waited for by now out of their order.
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const place = () => this.transaction.run(() => this.place(request, termsVersion));
      const placed = await this.inTurn(request, place).catch(tryAgainAfterLoss);
      if (placed === 'taken') continue;
      return 'changed' in placed ? placed : { session: await this.openSession.runOrEnd(placed) };
    }
    return { changed: await this.cartOf(request, { isBuying: false }) };
  }

  /**
   * The order of an earlier call with the same idempotency key. It is assigned to the browser that repeats the call, as the first answer may
   * be lost.
   */
  private async begunBefore({ idempotencyKey, requestHash, browserId }: CheckoutRequest): Promise<Order | null> {
    const begun = idempotencyKey === null ? null : await this.orders.ofIdempotencyKey(idempotencyKey);
    if (!begun) return null;
    if (begun.requestHash !== requestHash) throw new IdempotencyKeyReused();
    if (!begun.isPending() || begun.expiresAt <= this.clock.now()) throw new CheckoutOver();
    if (begun.browserId !== browserId) {
      await this.transaction.run(async () => {
        const locked = await this.orders.forUpdate(begun.id);
        locked?.moveToBrowser(browserId);
        if (locked) await this.orders.save(locked, []);
      });
    }
    return begun;
  }

  /**
   * What `openBeside` locks is waited for here first: each checkout of a network at a time would wait for it with a connection of its own, and
   * other buyers would have none.
   */
  private inTurn<T>({ clientAddress, email }: CheckoutRequest, place: () => Promise<T>): Promise<T> {
    const network = this.limits.isLifted ? clientAddress : networkRange(clientAddress).from;
    return this.turns.run(`email ${email}`, () => this.turns.run(`network ${network}`, place));
  }

  /** @throws KeysTaken, CaptchaGate's error */
  private async place(request: CheckoutRequest, termsVersion: string | null): Promise<Order | { changed: CheckedCart }> {
    const open = await this.openBeside(request);
    const begun = await this.begunBefore(request);
    if (begun) return begun;

    const cart = await this.cartOf(request, { isBuying: true });
    if (!isAsWanted(cart, request)) return { changed: cart };
    const refusal = TotalOutOfBounds.of(cart.totalMinor, request.currency);
    if (refusal) throw refusal;
    const isFurther = await this.admit(request, cart, open);
    const [draft, reservedUntil] = this.draft(request, cart);
    const wish = await this.chooseThreeDSecure.run(checkoutToAssess(draft, cart.totalMinor, this.clock.now()), isFurther);
    const threeDSecure = wish === 'automatic' ? null : wish;
    const placed = await this.placeOrder.run({ ...draft, termsVersion, threeDSecure }, reservedUntil);
    // The pass comes back with the transaction.
    if (!('order' in placed)) throw new KeysTaken();
    const { userId, caller, browserId } = request;
    const buyer = { viewer: userId === null ? 'guest' : `user ${userId}`, ...caller, browserId };
    await this.visits.note([placed.order.id], 'checkout', buyer, this.clock.now());
    return placed.order;
  }

  /**
   * Locks e-mail and network, or address, on the way: parallel requests of one browser are handled one after the other. Null where limits are
   * lifted.
   */
  private async openBeside({ clientAddress, email }: CheckoutRequest): Promise<OpenOrders | null> {
    if (!this.limits.isLifted) return this.orders.openOf(clientAddress, email);
    await this.orders.lockBuyer(clientAddress, email);
    return null;
  }

  /** Whether it is a further open checkout of its network or e-mail. @throws TooManyOpenCheckouts, CaptchaGate's error */
  private async admit({ currency, pass }: CheckoutRequest, cart: CheckedCart, open: OpenOrders | null): Promise<boolean> {
    if (open === null) return false;
    const pieces = offered(cart).map(({ offer, quantity, free }) => ({ productId: offer.productId, quantity, free }));
    const admitted = admission({ pieces, currency, totalMinor: cart.totalMinor }, open, this.limits);
    if (admitted === 'refused') throw new TooManyOpenCheckouts(SESSION_MS / 1000);
    if (admitted === 'with captcha') await this.captcha.spend(pass);
    return admitted === 'with captcha';
  }

  private async cartOf(request: CheckoutRequest, { isBuying }: { isBuying: boolean }): Promise<CheckedCart> {
    const { lines, currency, browserId, customer, fromCountry, email, userId, clientAddress, isForElsewhere } = request;
    // Open sessions were ended before: the rest waits for a transfer, or came from a checkout at the same moment.
    const own = ownOrders(await this.orders.openOfBrowser(browserId));
    const place = { country: buyersCountry(customer.country, fromCountry), isElsewhere: isForElsewhere };
    return this.checkCart.run(lines, currency, own, { ...place, email, userId, clientAddress, isBuying });
  }

  /** The order, and until when its keys are reserved. */
  private draft(request: CheckoutRequest, cart: CheckedCart): Parameters<PlaceOrder['run']> {
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + SESSION_MS);
    const draft = {
      email: request.email,
      userId: request.userId,
      currency: request.currency,
      lines: orderLines(cart, request.currency),
      customer: request.customer,
      termsAcceptedAt: request.termsAccepted ? now : null,
      // Without an excluded line there was nothing to accept.
      regionAcceptedAt: request.isForElsewhere && cart.lines.some(({ activation }) => activation === 'no') ? now : null,
      clientAddress: request.clientAddress,
      fromCountry: request.fromCountry,
      browserId: request.browserId,
      idempotencyKey: request.idempotencyKey,
      requestHash: request.requestHash,
      paymentProvider: this.providers.current.name,
      expiresAt,
    };
    return [draft, new Date(expiresAt.getTime() + this.limits.graceMs)];
  }
}

/** Somebody else took the last key after the cart was checked: it may be back already. */
class KeysTaken extends Error {}

function tryAgainAfterLoss(error: unknown): 'taken' {
  if (error instanceof OrderNumberTaken || error instanceof IdempotencyKeyTaken || error instanceof KeysTaken) return 'taken';
  throw error;
}

/** Whether all of it can be bought for the total that the buyer saw. */
function isAsWanted({ lines, totalMinor }: CheckedCart, { expectedTotalMinor }: CheckoutRequest): boolean {
  if (lines.some(({ status }) => status === 'removed' || status === 'adjusted' || status === 'region')) return false;
  return expectedTotalMinor === null || expectedTotalMinor === totalMinor;
}

function orderLines(cart: CheckedCart, currency: Currency): OrderLine[] {
  return offered(cart).map(({ offer, quantity }) => ({
    productId: offer.productId,
    ref: offer.ref,
    name: offer.name,
    platform: offer.platform,
    coverImage: offer.coverImage,
    listMinor: offer.prices[currency].listMinor,
    unitMinor: chargedMinor(offer.prices[currency]),
    quantity,
    category: offer.category,
    activation: offer.activation,
  }));
}

function offered({ lines }: CheckedCart) {
  return lines.flatMap((line) => (line.offer ? [{ ...line, offer: line.offer }] : []));
}
