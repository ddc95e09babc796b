import type { TestShop } from '../test-shop.ts';

/** So many rows of each table that grows. */
export const ROWS = 10_000;

const at = `$1::timestamptz - n * interval '20 minutes'`;
const minor = '500, 500, 2000, 450';

/**
 * What a shop holds after some years: nearly all rows in a final state. Columns of each table, and what they are in row `n`; who is
 * referred to comes first.
 */
const REST: Readonly<Record<string, readonly [columns: string, values: string]>> = {
  product: [
    `id, kinguin_id, type, supplier_product_id, name, title, meta_description, description, notes, platform, category, genres, developers, publishers, languages,
      regions, offer_ids, cover_image, screenshot_images, details, popularity, search_name, search_terms, is_hidden, content_hash, created_at, updated_at, changed_by, kept_fields`,
    `'p' || n, 1000000 + n, 'game', 's' || n, 'Game ' || n, 'Game', 'm', 'd', '', 'PlayStation ' || n % 9, 'Games', '{Action}', '{}', '{}', '{}',
      '{}', '{}', 'c', '{}', '{}', n * 7919 % 1000, 'game ' || n, 'game word' || n, false, 'h', ${at}, ${at}, 'test', '{}'`,
  ],
  shop_user: [
    'id, email, username, lastname, created_at, updated_at, changed_by',
    `'u' || n, 'u' || n || '@example.com', 'Ada', 'Buyer', ${at}, ${at}, 'test'`,
  ],
  shop_order: [
    `id, number, status, email, currency, total_minor, lines, customer, client_address, browser_id, request_hash, session_id, payment_intent_id,
      created_at, expires_at, paid_at, completed_at`,
    `'o' || n, 'KT-' || n, 'completed', 'b' || n || '@example.com', 'EUR', 500, jsonb_build_array(jsonb_build_object('name', 'Game ' || n)),
      jsonb_build_object('fullName', 'Buyer ' || n), '192.0.2.1', 'browser' || n, 'h', 'cs' || n, 'pi' || n,
      ${at}, ${at}, ${at}, ${at}`,
  ],
  stock_key: [
    'id, product_id, kind, ciphertext, nonce, key_version, fingerprint, state, order_id, added_at, added_by',
    `'k' || n, 'p' || n, 'text', '', '', 2, sha256(n::text::bytea), 'sold', 'o' || n, ${at}, 'test'`,
  ],
  newsletter_subscription: [
    'id, email, state, asked_at, asked_from, confirmed_at, confirmed_from',
    `'s' || n, 'r' || n || '@example.com', 'confirmed', ${at}, '192.0.2.1', ${at}, '192.0.2.1'`,
  ],
  account_token: [
    'id, kind, user_id, email, created_at, expires_at, used_at',
    `'t' || n, 'reset', 'u' || n, 'u' || n || '@example.com', ${at}, $1, ${at}`,
  ],
  allocation: ['order_id, line, slot, key_id, allocated_at', `'o' || n, 0, 0, 'k' || n, ${at}`],
  audit_line: [
    'at, key_id, key_name, key_role, action, subject_type, subject_id',
    `${at}, 'ops' || n % 20, 'Name ' || n % 20, 'support', case n % 3 when 0 then 'keys.upload' when 1 then 'products.change' else 'prices.set' end, 'product', 'p' || n`,
  ],
  catalog_job: [
    'id, kind, state, is_dry_run, created_at, created_by, finished_at',
    `'j' || n, 'import', 'done', false, ${at}, 'test', ${at}`,
  ],
  contact_message: [
    'id, full_name, email, message, created_at, done_at, done_by',
    `'m' || n, 'Name', 'w' || n || '@example.com', 'Hello', ${at}, ${at}, 'test'`,
  ],
  feed_picture: [
    'product_id, place, address, state, image_id, tries, changed_at',
    `'p' || n, 0, 'https://pictures.example/' || n, 'stored', 'i' || n, 1, ${at}`,
  ],
  image: ['id, recipe, created_at', `'i' || n, '{}', ${at}`],
  key_reveal: ['order_id, viewer, address, at', `'o' || n, 'link', '192.0.2.1', ${at}`],
  letter: [
    'id, about, kind, state, created_at, sent_at, closed_at',
    `'o' || n || '-keys-1', 'o' || n, 'keys', 'sent', ${at}, ${at}, ${at}`,
  ],
  listing: [
    'product_id, type, platform, genres, search_name, search_vector, is_hidden, eur_minor, usd_minor, pln_minor, gbp_minor, popularity, newest, card, stock',
    `'p' || n, 'game', 'PlayStation ' || n % 9, '{Action}', 'game ' || n, array_to_tsvector(array['game', 'word' || n]), false, ${minor}, n * 7919 % 1000, n, '{}', n % 50`,
  ],
  listing_genre: [
    'product_id, genre, type, platform, popularity, newest, eur_minor, usd_minor, pln_minor, gbp_minor',
    `'p' || n, 'Action', 'game', 'PlayStation ' || n % 9, n * 7919 % 1000, n, ${minor}`,
  ],
  newsletter_token: ['hash, subscription_id, purpose, created_at', `sha256(n::text::bytea), 's' || n, 'unsubscribe', ${at}`],
  order_event: ['order_id, kind, actor, data, at', `'o' || n, 'completed', 'worker', '{}', ${at}`],
  order_refund: [
    'id, order_id, lines, amount_minor, is_whole, asked_by, asked_at, done_at',
    `'f' || n, 'o' || n, '{0}', 500, true, 'test', ${at}, ${at}`,
  ],
  order_visit: ['order_id, shown, viewer, address, is_buying_browser, at', `'o' || n, 'page', 'guest', '192.0.2.1', true, ${at}`],
  outbox: ['job_id, queue, job, data, created_at, relayed_at', `'job' || n, 'payments', 'refund', '{}', $1, $1`],
  payment_event: [
    'id, type, session_id, payload, received_at, processed_at, outcome, intent_id',
    `'e' || n, 'checkout.session.completed', 'cs' || n, '{}', ${at}, ${at}, 'paid', 'pi' || n`,
  ],
  price: [
    'product_id, kind, starts_at, ends_at, eur_list_minor, usd_list_minor, pln_list_minor, gbp_list_minor, discount_percent, overridden, actor, created_at',
    `'p' || n, case n % 2 when 0 then 'sale' else 'base' end, ${at}, case n % 2 when 0 then ${at} end, ${minor}, 0, '{}', 'test', ${at}`,
  ],
  closed_address: ['user_id, address_hash', `'u' || n, 'hash' || n`],
  rate_limit: ['bucket, hits, ends_at', `'b' || n, 1, $1::timestamptz + interval '1 minute'`],
  risk_decision: [
    'order_id, round, outcome, points, reasons, signals, policy_version, decided_at',
    `'o' || n, 1, 'deliver', 5, '[]', '{"velocity": {}, "lines": [], "countries": {}, "blocked": []}', 0, ${at}`,
  ],
  risk_fact: ['key, at, id, order_id, outcome, value_minor', `'email:' || n, ${at}, 'o' || n, 'o' || n, 'paid', 500`],
  purchase: [
    `id, supplier, order_id, product_id, supplier_product_id, offer_id, quantity, price_minor, charged_minor, state, supplier_order_id,
      created_at, due_at, sent_at, ordered_at, closed_at`,
    `'b' || n, 'kinguin', 'o' || n, 'p' || n, 's' || n, 'f' || n, 1, 400, 500, 'complete', 'so' || n, ${at}, ${at}, ${at}, ${at}, ${at}`,
  ],
  purchased_key: ['supplier, key_id, purchase_id, added_at, stock_key_id', `'kinguin', 'sk' || n, 'b' || n, ${at}, 'k' || n`],
  supplier_return: [
    'purchase_id, supplier, state, is_by_hand, keys, undelivered, cost_minor, refunded_minor, asked_by, asked_at, due_at, closed_at',
    `'b' || n, 'kinguin', 'done', false, 1, 1, 400, 400, 'test', ${at}, ${at}, ${at}`,
  ],
  review: [
    'id, product_type, product_id, user_id, rating, description, created_at, changed_by',
    `'v' || n, 'kinguin', 'p' || n, 'u' || n, 4 + n % 2, 'Good', ${at}, 'test'`,
  ],
  search_word: ['word', `'word' || n`],
  single_use: ['name, ends_at', `'used' || n, $1::timestamptz + interval '1 minute'`],
  sign_in: [
    'user_id, event, method, is_success, network, browser, at',
    `'u' || n, 'login', 'password', n % 9 > 0, '192.0.2.1', 'Firefox 144 on Linux', ${at}`,
  ],
  staff_note: ['id, subject_type, subject_id, text, written_by, at', `'n' || n, 'order', 'o' || n, 'A note', 'ada', ${at}`],
  stock_watch: ['product_id', `'p' || n`],
  user_identity: ['provider, provider_id, user_id, created_at', `'steam', 'steam' || n, 'u' || n, ${at}`],
  unlinked_identity: ['provider, provider_id, user_id, unlinked_at', `'google', 'google' || n, 'u' || n, ${at}`],
  user_session: [
    'id, user_id, version, network, browser, started_at, seen_at, expires_at',
    `'u' || n, 'u' || n, 1, '192.0.2.1', 'Firefox 144 on Linux', ${at}, ${at}, $1`,
  ],
  ops_refusal: ['at, reason, key_id, network, browser', `${at}, 'elsewhere', 'ops' || n, '192.0.2.1', 'Firefox 144 on Linux'`],
  wishlist_item: ['user_id, product_id, position, added_at', `'u' || n, 'p' || n, 1, ${at}`],
};

/** Adds them beside what the shop holds, and lets PostgreSQL know. */
export async function grow(shop: TestShop): Promise<void> {
  for (const [table, [columns, values]] of Object.entries(REST)) {
    // Who reads no date passes none.
    const now = values.includes('$1') ? [shop.clock.now()] : [];
    await shop.database.query(`insert into ${table} (${columns}) select ${values} from generate_series(1, ${ROWS}) n`, now);
  }
  await shop.database.query('vacuum analyze');
}
