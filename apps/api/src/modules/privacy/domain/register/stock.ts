import type { Register } from './register.ts';

/** Keys and stock. A sold key leads to its order by `order_id`. */
export const STOCK: Register = {
  stock_change: { columns: { none: ['product_id', 'id', 'delta'] } },
  stock_changed: { columns: { none: ['id', 'product_id'] } },
  stock_setting: { columns: { staff: ['changed_by'], none: ['id', 'low_threshold', 'updated_at'] } },
  stock_watch: { columns: { none: ['product_id', 'threshold', 'alert_id', 'alerted_at', 'empty_alerted_at'] } },
  key_rotation: { columns: { staff: ['started_by'], none: ['id', 'to_version', 'total', 'started_at', 'finished_at'] } },
  allocation: {
    of: 'customers',
    purpose: 'know which keys were delivered for an order',
    basis: 'legal obligation',
    kept: 'as long as the order',
    onErasure: 'stays with the pseudonymous order',
    columns: { reference: ['order_id'], activity: ['line', 'slot', 'key_id', 'allocated_at'] },
  },
  stock_key: {
    of: 'customers',
    purpose: 'sell each key once, show it to its buyer',
    basis: 'contract',
    kept: 'as long as the order that bought it',
    onErasure: 'stays with the pseudonymous order, encrypted',
    columns: {
      reference: ['order_id'],
      staff: ['added_by'],
      none: [
        'id',
        'product_id',
        'kind',
        'ciphertext',
        'nonce',
        'key_version',
        'fingerprint',
        'normalised_fingerprint',
        'state',
        'reserved_until',
        'added_at',
        'quarantined_at',
        'quarantine_cause',
        'returning_purchase',
        'upload_id',
      ],
    },
  },
};
