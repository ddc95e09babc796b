/**
 * Each commit on the way from the checkout to the mail, of a purchase from a supplier, of a refund, and of a checkout that ends unpaid: a part
 * of its SQL, without quotation marks, by which it is known. The first one that fits counts.
 */
export const STEPS: Readonly<Record<string, RegExp>> = {
  'order placed': /insert into shop_order /,
  'repeated checkout moved to its browser': /update shop_order set browser_id/,
  'session noted': /update shop_order set session_id/,
  'event stored': /insert into payment_event /,
  'job handed over': /update outbox set relayed_at/,
  // Of a product that suppliers are to bring: half of the customers buy one.
  'order waits for keys': /insert into key_wait /,
  'keys allocated at the payment': /paid_at = .* insert into allocation |insert into allocation .* paid_at = /,
  'keys allocated to an order that waits': /insert into allocation /,
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
  'refund asked for': /insert into order_refund /,
  'refund begun': /update order_refund set attempted_at .*returning/,
  'refund made': /update order_refund set done_at/,
  // Its keys are freed, not those whose reservation has lapsed.
  'order ended unpaid': /update stock_key set state = case [^$]* where state = 'reserved' and order_id = \$/,
  'order without reserved keys ended unpaid': /update shop_order set status = 'expired'/,
};

const plain = (statements: string) => statements.replaceAll('"', '').replaceAll(/\s+/g, ' ');

/** Tables of that way, and the one that tells a migration. */
const TABLES =
  'shop_order|payment_event|outbox|letter|stock_key|allocation|key_wait|commitment|purchase|purchased_key|order_refund|migration';
const WRITE = new RegExp(String.raw`(?<!\b(?:for|key|do) )\b(insert into|update|delete from) (?:only )?(${TABLES})\b(?: set (\w+))?`, 'gi');

/** What these statements write on that way, each once: `insert letter, update shop_order status`. Empty: nothing. */
export function writesOf(statements: string): string {
  const writes = Array.from(plain(statements).matchAll(WRITE), ([, verb = '', table = '', column = '']) =>
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
  'promises of suppliers and reservations of keys lapse': /^(?:delete commitment|(?:insert outbox, )?update stock_key state)$/,
  'staff adds keys': /^insert stock_key$/,
  'a mail about something else than keys is planned: low stock, alerts': /^insert letter, insert outbox$/,
  'a customer is told that keys are late': /^(?:insert letter, insert outbox, )?update shop_order notified_at$/,
  'a job that a killed process left is taken up again': /^insert outbox$/,
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
