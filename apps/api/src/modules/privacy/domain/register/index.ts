import { ACCOUNTS } from './accounts.ts';
import { CATALOGUE_AND_CONTENT } from './catalogue-and-content.ts';
import { MAIL_AND_CONTACT } from './mail-and-contact.ts';
import { ORDERS } from './orders.ts';
import { QUEUE_AND_PLATFORM } from './queue-and-platform.ts';
import type { Register } from './register.ts';
import { STAFF_AND_PROTECTION } from './staff-and-protection.ts';
import { STOCK } from './stock.ts';
import { SUPPLIERS } from './suppliers.ts';

/** Every column of every table, by group. A new table goes to the group of its subject. */
export const REGISTER_GROUPS: Readonly<Record<string, Register>> = {
  Accounts: ACCOUNTS,
  'Orders and payments': ORDERS,
  'Keys and stock': STOCK,
  Suppliers: SUPPLIERS,
  'Mails, messages, newsletter': MAIL_AND_CONTACT,
  'Staff, and protection from abuse': STAFF_AND_PROTECTION,
  'Queues and platform': QUEUE_AND_PLATFORM,
  'Catalogue and content': CATALOGUE_AND_CONTENT,
};

/** All groups together. */
export const REGISTER: Register = Object.assign({}, ...Object.values(REGISTER_GROUPS)) as Register;
