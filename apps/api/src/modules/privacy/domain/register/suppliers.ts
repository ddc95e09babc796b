import type { Register } from './register.ts';

/** Suppliers, what they offer, and what was bought from them. A purchase leads to the order that it was made for. */
export const SUPPLIERS: Register = {
  supplier: {
    columns: { staff: ['paused_by'], none: ['name', 'paused_at', 'balance_minor', 'breaker', 'failure', 'checked_at'] },
  },
  supplier_offer: {
    columns: {
      none: ['supplier', 'offer_id', 'supplier_product_id', 'kinguin_id', 'product_id', 'name', 'price_minor', 'quantity', 'seen_at'],
    },
  },
  purchase: {
    of: 'customers',
    purpose: 'buy the keys of an order once, and account for their cost',
    basis: 'contract',
    kept: 'as long as the order',
    onErasure: 'stays with the pseudonymous order',
    columns: {
      reference: ['order_id'],
      none: [
        'id',
        'supplier',
        'product_id',
        'supplier_product_id',
        'offer_id',
        'quantity',
        'price_minor',
        'charged_minor',
        'state',
        'supplier_order_id',
        'cost_minor',
        'is_out_of_funds',
        'failure',
        'tries',
        'created_at',
        'due_at',
        'sent_at',
        'closed_at',
      ],
    },
  },
  purchased_key: { columns: { none: ['supplier', 'key_id', 'purchase_id', 'is_known', 'added_at'] } },
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
        'repriced',
        'created',
        'updated',
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
