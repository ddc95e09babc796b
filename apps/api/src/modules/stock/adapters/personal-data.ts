import type { PersonalRows } from '../../../platform/personal-data/personal-rows.ts';

/** Keys are named and not shown: a file lies around, and the page of the order shows them. They stay with the pseudonymous order, encrypted. */
export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'keys',
    find: `select order_id as "orderId", line, slot, allocated_at as "deliveredAt" from allocation where order_id = any(:ids)
      order by order_id, line, slot`,
    erase: [],
  },
];
