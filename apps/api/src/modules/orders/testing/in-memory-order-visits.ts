import { MOST_VISITS_A_DAY, type OrderVisit, OrderVisits, type Shown, type Visitor } from '../application/views/order-visits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export class InMemoryOrderVisits extends OrderVisits {
  private readonly rows: (OrderVisit & { readonly orderId: string })[] = [];

  /** `browserOf`: the id of the browser that placed an order; undefined for an unknown order. */
  constructor(private readonly browserOf: (orderId: string) => string | undefined) {
    super();
  }

  override async note(orderIds: readonly string[], shown: Exclude<Shown, 'keys'>, by: Visitor, at: Date): Promise<void> {
    const { viewer, address, browser } = by;
    for (const orderId of orderIds) {
      const ofDay = this.rows.filter((row) => row.orderId === orderId && row.shown === shown && row.at.getTime() > at.getTime() - DAY_MS);
      const isRepeat = ofDay.some(
        (row) => row.at.getTime() > at.getTime() - HOUR_MS && row.viewer === viewer && row.address === address && row.browser === browser,
      );
      if (!isRepeat && ofDay.length < MOST_VISITS_A_DAY) this.add(orderId, { shown, revealId: null }, by, at);
    }
  }

  override async noteReveal(orderId: string, revealId: string, by: Visitor, at: Date): Promise<void> {
    this.add(orderId, { shown: 'keys', revealId }, by, at);
  }

  private add(
    orderId: string,
    what: Pick<OrderVisit, 'shown' | 'revealId'>,
    { viewer, address, browser, browserId }: Visitor,
    at: Date,
  ): void {
    const buyingBrowser = this.browserOf(orderId);
    if (buyingBrowser === undefined) return;
    const isBuyingBrowser = buyingBrowser !== '' && buyingBrowser === browserId;
    this.rows.push({ ...what, orderId, viewer, address, browser, isBuyingBrowser, at });
  }

  override async ofOrder(orderId: string): Promise<OrderVisit[]> {
    return this.rows
      .filter((row) => row.orderId === orderId)
      .map(({ orderId: _, ...visit }) => visit)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  }
}
