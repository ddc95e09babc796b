import { MOST_VISITS_A_DAY, type OrderVisit, OrderVisits, type Shown, type Visitor } from '../application/views/order-visits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export class InMemoryOrderVisits extends OrderVisits {
  private readonly rows: (OrderVisit & { readonly orderId: string })[] = [];

  /** `browserOf`: the id of the browser that placed an order; undefined for an unknown order. */
  constructor(private readonly browserOf: (orderId: string) => string | undefined) {
    super();
  }

  override async note(
    orderIds: readonly string[],
    shown: Shown,
    { viewer, address, browser, browserId }: Visitor,
    at: Date,
  ): Promise<void> {
    for (const orderId of orderIds) {
      const buyingBrowser = this.browserOf(orderId);
      if (buyingBrowser === undefined) continue;
      const ofDay = this.rows.filter((row) => row.orderId === orderId && row.shown === shown && row.at.getTime() > at.getTime() - DAY_MS);
      const isRepeat = ofDay.some(
        (row) => row.at.getTime() > at.getTime() - HOUR_MS && row.viewer === viewer && row.address === address && row.browser === browser,
      );
      const isBuyingBrowser = buyingBrowser !== '' && buyingBrowser === browserId;
      if (shown === 'keys' || (!isRepeat && ofDay.length < MOST_VISITS_A_DAY))
        this.rows.push({ orderId, shown, viewer, address, browser, isBuyingBrowser, at });
    }
  }

  override async ofOrder(orderId: string): Promise<OrderVisit[]> {
    return this.rows
      .filter((row) => row.orderId === orderId)
      .map(({ orderId: _, ...visit }) => visit)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  }
}
