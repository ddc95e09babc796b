/**
 * What a call showed of an order: it was placed (`checkout`), the browser that paid got the link of its page (`link`), it stood in the
 * account's list, its page was shown (`page` without keys, `keys` with them), its mail was asked for again (`resend`).
 */
export type Shown = 'checkout' | 'link' | 'list' | 'page' | 'keys' | 'resend';

/** Who called and from where. */
export interface Visitor {
  /** `user` with the account's id, or `guest`. */
  readonly viewer: string;
  /** IP address. */
  readonly address: string;
  /** `Firefox 144 on Windows`; null: not a known browser. */
  readonly browser: string | null;
  /** The id in the browser's cookie; null without one. */
  readonly browserId: string | null;
}

export interface OrderVisit {
  readonly shown: Shown;
  /** Of `keys` the id of the view (`KeyReveals`); null for other visits, and for views that an earlier version of the shop noted. */
  readonly revealId: string | null;
  readonly viewer: string;
  /** IP address. */
  readonly address: string;
  /** `Firefox 144 on Windows`; null: not a known browser. */
  readonly browser: string | null;
  /** Whether it was the browser that placed the order, known by its cookie. */
  readonly isBuyingBrowser: boolean;
  readonly at: Date;
}

/**
 * Visits of one kind that are noted of an order within a day, besides views of its keys: whoever sends other browser names would else write as
 * many rows as calls.
 */
export const MOST_VISITS_A_DAY = 20;

/** When, from where and by which browser buyers saw their orders: evidence for disputes. */
export abstract class OrderVisits {
  /**
   * Notes that these orders were shown. What the same visitor saw of an order within the last hour is not noted again, nor more than
   * `MOST_VISITS_A_DAY`. Unknown orders are left out.
   */
  abstract note(orderIds: readonly string[], shown: Exclude<Shown, 'keys'>, by: Visitor, at: Date): Promise<void>;
  /** Notes the browser of a view of the keys, each time: views are limited. `revealId`: that of the view. */
  abstract noteReveal(orderId: string, revealId: string, by: Visitor, at: Date): Promise<void>;
  /** All of an order, oldest first. */
  abstract ofOrder(orderId: string): Promise<OrderVisit[]>;
}
