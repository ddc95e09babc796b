import type { Register } from './register.ts';

/** Suppliers and what they offer. Nothing leads to a customer. */
export const SUPPLIERS: Register = {
  supplier: {
    columns: { staff: ['paused_by'], none: ['name', 'paused_at', 'balance_minor', 'breaker', 'failure', 'checked_at'] },
  },
  supplier_offer: {
    columns: {
      none: ['supplier', 'offer_id', 'supplier_product_id', 'kinguin_id', 'product_id', 'name', 'price_minor', 'quantity', 'seen_at'],
    },
  },
  supplier_link: { columns: { staff: ['linked_by'], none: ['supplier', 'supplier_product_id', 'product_id', 'linked_at'] } },
  supplier_sync: {
    columns: {
      staff: ['asked_by'],
      none: [
        'id',
        'supplier',
        'state',
        'cursor',
        'products',
        'offers',
        'skipped',
        'removed',
        'tries',
        'failure',
        'created_at',
        'due_at',
        'started_at',
        'beat_at',
        'finished_at',
      ],
    },
  },
};
