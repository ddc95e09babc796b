import { EditNotes } from '../../modules/notes/index.ts';
import { addUser } from '../people.ts';
import type { TestShop } from '../test-shop.ts';
import type { ValidWrite } from './valid-write.ts';

const by = { keyId: 'test', name: 'test', role: 'owner', requestId: null, address: null } as const;
const reason = 'the walk over all calls';
let count = 0;

async function customer(shop: TestShop, isVerified = true): Promise<{ customer: string }> {
  count += 1;
  return { customer: (await addUser(shop, `customer-${count}`, { isVerified })).id };
}

/** Ops calls on accounts and notes. */
export const customerWrites: Readonly<Record<string, (shop: TestShop) => Promise<ValidWrite>>> = {
  unlockCustomer: async (shop) => ({ path: await customer(shop), body: { reason } }),
  verifyCustomer: async (shop) => ({ path: await customer(shop, false), body: { reason } }),
  endCustomerSessions: async (shop) => ({ path: await customer(shop), body: { reason } }),
  closeCustomer: async (shop) => ({ path: await customer(shop), body: { reason, confirm: true } }),
  exportPerson: async (shop) => ({ body: { ...(await customer(shop)), reason } }),
  erasePerson: async (shop) => ({ body: { ...(await customer(shop)), confirm: true, reason } }),
  noteOnCustomer: async (shop) => ({ path: await customer(shop), body: { text: 'Called twice', reason } }),
  removeNote: async (shop) => {
    const subject = { type: 'customer', id: (await customer(shop)).customer } as const;
    await shop.get(EditNotes).add(subject, 'A note', { by, reason });
    const { rows } = await shop.database.query<{ id: string }>('select id from staff_note where subject_id = $1', [subject.id]);
    return { path: { note: rows[0]?.id ?? 'none' }, query: { reason } };
  },
};
