import type { FigureQuery } from '../../../../platform/metrics/table-figures.ts';

/** A sum over the whole catalogue. */
export const LISTING_FIGURES: FigureQuery = {
  pace: 'slow',
  select:
    'select coalesce(sum(stock), 0)::int as stock_keys, count(*) filter (where stock = 0 and offered = 0)::int as stock_sold_out from listing',
  gauges: {
    stock_keys: { metric: 'keyturn_stock_keys', help: 'Keys on sale' },
    stock_sold_out: { metric: 'keyturn_stock_products_sold_out', help: 'Products on sale without a key, of the shop or of a supplier' },
  },
};
