import type { PersonalRows } from '../../../platform/personal-data/personal-rows.ts';

export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'reviews',
    find: `select created_at as "writtenAt", product_id as "productId", rating, description as text from review where user_id = :account`,
    ids: 'select id from review where user_id = :account',
    erase: ['delete from review where user_id = :account'],
  },
];
