import type { Register } from './register.ts';

/** Accounts and what belongs to them. */
export const ACCOUNTS: Register = {
  shop_user: {
    of: 'customers',
    purpose: 'log in, see orders and keys, be told about them',
    basis: 'contract',
    kept: 'until the account is erased',
    onErasure: 'names, address, password and login are removed; the empty row stays, so that its id leads to nothing',
    columns: {
      reference: ['id'],
      contact: ['email'],
      name: ['username', 'lastname'],
      secret: ['password_hash'],
      activity: ['email_verified_at', 'created_at', 'updated_at', 'closed_at'],
      staff: ['changed_by'],
      none: ['token_version'],
    },
  },
  user_identity: {
    of: 'customers',
    purpose: 'log in by Google, Facebook or Steam',
    basis: 'contract',
    kept: 'until it is unlinked or the account is erased',
    onErasure: 'deleted',
    columns: { reference: ['provider_id', 'user_id'], activity: ['provider', 'created_at'] },
  },
  account_token: {
    of: 'customers',
    purpose: 'open links in mails: verify an address, reset a password; tell of a closed account',
    basis: 'contract',
    kept: '7 days after its end; 1 day for an address without account',
    onErasure: 'deleted',
    columns: {
      reference: ['id', 'user_id'],
      contact: ['email'],
      secret: ['token_hash'],
      activity: ['kind', 'created_at', 'expires_at', 'used_at'],
    },
  },
  sign_in: {
    of: 'customers',
    purpose: 'detect theft of an account',
    basis: 'legitimate interest',
    kept: '`KEEP_AUTH_TRAIL_DAYS`; 1 day for an address without account',
    onErasure: 'deleted',
    columns: {
      reference: ['user_id'],
      network: ['network'],
      browser: ['browser'],
      activity: ['event', 'method', 'is_success', 'at'],
      none: ['id'],
    },
  },
  wishlist_item: {
    of: 'customers',
    purpose: 'show the wishlist of an account on every device',
    basis: 'contract',
    kept: 'until it is removed or the account is erased',
    onErasure: 'deleted',
    columns: { reference: ['user_id'], activity: ['product_id', 'position', 'added_at'] },
  },
  review: {
    of: 'customers',
    purpose: 'show what buyers say about a product',
    basis: 'contract',
    kept: 'until it is removed or the account is erased',
    onErasure: 'deleted',
    columns: {
      reference: ['id', 'user_id'],
      text: ['description'],
      activity: ['product_type', 'product_id', 'rating', 'created_at'],
      staff: ['changed_by'],
      none: ['is_hidden'],
    },
  },
};
