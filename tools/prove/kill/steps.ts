/**
 * Each commit on the way from the checkout to the mail, of a bank transfer, of a payment that is held or comes too late, of a purchase from
 * a supplier, of a refund, and of a checkout that ends unpaid: a part of its SQL, without quotation marks, by which it is known.
 * The first one that fits counts.
 */
export const STEPS: Readonly<Record<string, RegExp>> = {
  'order placed': /insert into shop_order /,
  'repeated checkout moved to its browser': /update shop_order set browser_id/,
  'session noted': /update shop_order set session_id/,
  'event stored': /insert into payment_event /,
  'job handed over': /update outbox set relayed_at/,
  // Of a product that suppliers are to bring: half of the customers buy one.
  'order waits for keys': /insert into key_wait /,
  // Its keys are given back.
  'refund given up': /update order_refund set given_up_at = \$/,
  // Its transfer arrived after its own keys had gone back.
  'keys allocated to an order that had ended': /where product_id = \$\d+ and state = 'available' .* insert into allocation .* paid_at = /,
  'keys allocated at the payment': /paid_at = .* insert into allocation |insert into allocation .* paid_at = /,
  'keys allocated to a held order': /insert into allocation .* hold_reason = null/i,
  'keys allocated to an order that waits': /insert into allocation /,
  'transfer waited for': /update shop_order set expires_at = /,
  'payment of another amount held': /hold_reason = '(?:amount|currency) differs', paid_at = /,
  'payment held for its risk': /hold_reason = 'risk', paid_at = /,
  // It came after the order had ended, and nobody has keys for it.
  'payment without keys to be sent back': /update shop_order set status = 'paid'.* insert into outbox /,
  'event closed': /update payment_event set processed_at = \$/,
  'mail claimed': /update letter set state = 'sending'/,
  'mail put off': /update letter set state = 'waiting'.* insert into outbox /,
  'mail with keys sent': /update shop_order set .*keys_mailed = 'sent'.* update letter set state = \$\d+, sent_at/,
  'other mail sent': /update letter set state = \$\d+, sent_at/,
  'purchase planned': /insert into purchase /,
  'purchase claimed': /update purchase set due_at = \$\d+, leased_until/,
  'purchase sent': /update purchase set state = 'sent'/,
  'purchase recorded': /update purchase set state = 'ordered'/,
  'bought keys stored': /insert into purchased_key /,
  // Its keys are only reserved.
  'refund of a held order asked for':
    /update stock_key set state = case [^$]* where state = 'reserved' and order_id = .* insert into order_refund /,
  'refund asked for': /insert into order_refund .* insert into outbox /,
  'refund without keys asked for': /insert into order_refund /,
  'refund begun': /update order_refund set attempted_at .*returning/,
  'refund refused': /update order_refund set attempted_at = null, refusal/,
  'refund made': /update order_refund set done_at/,
  'refund returned by the bank': /update order_refund set failed_at/,
  'returned refund closed': /update order_refund set closed_at/,
  'transfer failed': /update shop_order set status = 'payment_failed'/,
  // Its keys are freed, not those whose reservation has lapsed.
  'order ended unpaid': /update stock_key set state = case [^$]* where state = 'reserved' and order_id = \$/,
  'order without reserved keys ended unpaid': /update shop_order set status = 'expired'/,
};

const plain = (statements: string) => statements.replaceAll('"', '').replaceAll(/\s+/g, ' ');
/** Of reservations, whatever their order. */
const LAPSE = /(update stock_key set) state (?=[^$]* where state = 'reserved' and reserved_until <= \$)/g;

/** Tables of that way, and the one that tells a migration. */
const TABLES =
  'shop_order|payment_event|outbox|letter|stock_key|allocation|key_wait|commitment|purchase|purchased_key|order_refund|migration';
const WRITE = new RegExp(String.raw`(?<!\b(?:for|key|do) )\b(insert into|update|delete from) (?:only )?(${TABLES})\b(?: set (\w+))?`, 'gi');

/** How many parameters a row has. The third one is the kind, of a job or a mail. */
const PARAMETERS: Readonly<Record<string, number>> = { outbox: 7, letter: 4 };

/** A job that is handed over once more, because it was lost. */
const isAgain = (table: string, id: unknown) => table === 'outbox' && /-again-\d+$/.test(String(id));

/** Which jobs and mails a statement plans is in its parameters alone: as `writesOf` can read it. */
export function withKinds(statement: string, parameters: unknown): string {
  const [, table = ''] = /^\s*insert into (outbox|letter) /i.exec(statement) ?? [];
  const columns = PARAMETERS[table] ?? 0;
  if (columns === 0 || !Array.isArray(parameters) || parameters.length % columns > 0) return statement;
  const rows = Array.from({ length: parameters.length / columns }, (_, row) => parameters.slice(row * columns) as unknown[]);
  const kinds = rows.map(([id, , kind]) => (isAgain(table, id) ? 'again' : String(kind).replaceAll('-', '_')));
  return kinds.map((kind) => `insert into ${table} set ${kind} `).join('');
}

/** What these statements write on that way, each once: `insert letter, update shop_order status`. Empty: nothing. */
export function writesOf(statements: string): string {
  const writes = Array.from(plain(statements).replaceAll(LAPSE, '$1 lapsed ').matchAll(WRITE), ([, verb = '', table = '', column = '']) =>
    `${verb.split(' ')[0]?.toLowerCase()} ${table} ${column}`.trimEnd(),
  );
  return [...new Set(writes)].toSorted().join(', ');
}

/** The step that these statements make, if any. */
export function stepOf(statements: string): string | undefined {
  const text = plain(statements);
  return Object.keys(STEPS).find((name) => STEPS[name]?.test(text));
}

/** Commits that write the same tables and are not on that way, by all that they write there, and what they belong to. */
const OTHER_COMMITS: Readonly<Record<string, RegExp>> = {
  'a change of the schema': /^(?:[^,]+, )*insert migration\b/,
  'what the first start after such a change adds to the rows that are there':
    /^update (?:stock_key normalised_fingerprint|shop_order keys_mailed)$/,
  'what was kept for as long as the law says goes':
    /^(?:delete (?:letter|outbox|payment_event)|(?:update order_refund reason, )?update shop_order (?:client_address|customer|email))$/,
  'promises of suppliers and reservations of keys lapse':
    /^(?:delete commitment|(?:insert outbox fill_waiting, )?update stock_key lapsed)$/,
  'staff adds keys': /^insert stock_key$/,
  'a mail about something else than keys is planned: low stock, alerts':
    /^insert letter (?:low_stock|(?:undelivered_)?alert), insert outbox send_mail$/,
  'a customer is told that keys are late': /^(?:insert letter waiting, insert outbox send_mail, )?update shop_order notified_at$/,
  'a job that a killed process left is taken up again': /^insert outbox again$/,
  'a sender says that it is still at work': /^update (?:letter claimed_at|order_refund attempted_at)$/,
  'a purchase that is refused, or of which it is unclear for minutes whether it was made, is closed':
    /^(?:update purchase charged_pieces, )?update purchase state$/,
  'a purchase that nobody needs any more is not sent': /^delete purchase$/,
  'a supplier is asked again later, or says that a purchase has changed': /^update purchase (?:failure|due_at)$/,
  'a payment is compared with the provider': /^update shop_order reconciled_at$/,
};

/** `writes`: as `writesOf` says it. */
export function isOtherCommit(writes: string): boolean {
  return Object.values(OTHER_COMMITS).some((one) => one.test(writes));
}
