import type { PersonalRows } from '../../../platform/personal-data/personal-rows.ts';
import type { ExpiringRows } from '../../../platform/scheduler/retention.ts';

/** `authTrailDays`: how long logins and what concerns them stay. */
export function expiringOfUsers(authTrailDays: number): readonly ExpiringRows[] {
  return [
    // For the message that an old link was used.
    { afterDays: 7, statement: 'delete from account_token where expires_at < ?' },
    // Its mail was sent long ago, or never will be.
    { afterDays: 0, statement: `delete from account_token where kind = 'account-erased' and expires_at < ?` },
    // Requested for an address without account.
    { afterDays: 1, statement: 'delete from account_token where user_id is null and expires_at < ?' },
    { afterDays: 1, statement: 'delete from user_session where expires_at < ?' },
    { afterDays: authTrailDays, statement: 'delete from sign_in where at < ?' },
    // For an address without account: stored only to take the same time.
    { afterDays: 1, statement: 'delete from sign_in where user_id is null and at < ?' },
  ];
}

/** The mail about the erasure itself needs its address until it was sent. */
const MAILED_LINKS = `(user_id = :account or email = any(:emails)) and kind <> 'account-erased'`;

export const PERSONAL: readonly PersonalRows[] = [
  {
    name: 'account',
    find: `select email, username as "firstName", lastname as "lastName", email_verified_at as "emailVerifiedAt", created_at as "createdAt",
      updated_at as "updatedAt", closed_at as "closedAt", password_hash is not null as "hasPassword" from shop_user where id = :account`,
    addresses: 'select email from shop_user where email is not null',
    erase: [
      `update shop_user set email = null, username = '', lastname = '', password_hash = null, email_verified_at = null,
        token_version = token_version + 1, closed_at = coalesce(closed_at, :now), updated_at = :now, changed_by = 'erasure'
        where id = :account and (changed_by <> 'erasure' or username <> '' or lastname <> '' or email is not null)`,
      'delete from closed_address where user_id = :account',
    ],
  },
  {
    name: 'socialLogins',
    find: `select provider, provider_id as "idAtProvider", created_at as "linkedAt", unlinked_at as "unlinkedAt" from user_identity
      where user_id = :account`,
    erase: ['delete from user_identity where user_id = :account'],
  },
  {
    name: 'unlinkedLogins',
    find: `select provider, provider_id as "idAtProvider", unlinked_at as "unlinkedAt" from unlinked_identity where user_id = :account`,
    erase: ['delete from unlinked_identity where user_id = :account'],
  },
  {
    name: 'mailedLinks',
    find: `select kind, email, created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt" from account_token where ${MAILED_LINKS}`,
    ids: `select id from account_token where ${MAILED_LINKS}`,
    addresses: 'select distinct email from account_token where email is not null',
    erase: [`delete from account_token where ${MAILED_LINKS}`],
  },
  {
    name: 'signIns',
    find: 'select at, event, method, is_success as "isSuccess", network, browser from sign_in where user_id = :account order by at desc',
    erase: ['delete from sign_in where user_id = :account'],
  },
  {
    name: 'sessions',
    find: `select browser, network, started_at as "startedAt", seen_at as "lastSeenAt", expires_at as "expiresAt", ended_at as "endedAt"
      from user_session where user_id = :account order by started_at desc`,
    erase: ['delete from user_session where user_id = :account'],
  },
  {
    name: 'wishlist',
    find: 'select product_id as "productId", added_at as "addedAt" from wishlist_item where user_id = :account order by position',
    erase: ['delete from wishlist_item where user_id = :account'],
  },
];
