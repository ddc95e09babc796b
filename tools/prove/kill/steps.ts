/**
 * Each commit on the way from the checkout to the mail, of a purchase from a supplier, of a refund, and of a checkout that ends unpaid: a part
 * of its SQL, without quotation marks, by which it is known. The first one that fits counts.
 */
export const STEPS: Readonly<Record<string, RegExp>> = {
  'order placed': /insert into shop_order /,
  'session noted': /update shop_order set session_id/,
  'event stored': /insert into payment_event /,
  'job handed over': /update outbox set relayed_at/,
  // Of a product that suppliers are to bring: half of the customers buy one.
  'order waits for keys': /insert into key_wait /,
  'keys allocated': /insert into allocation /,
  'event closed': /update payment_event set processed_at = \$/,
  'mail claimed': /update letter set state = 'sending'/,
  'mail sent': /update letter set state = \$\d+, sent_at/,
  'purchase planned': /insert into purchase /,
  'purchase sent': /update purchase set state = 'sent'/,
  'purchase recorded': /update purchase set state = 'ordered'/,
  'bought keys stored': /insert into purchased_key /,
  'refund asked for': /insert into order_refund /,
  'refund begun': /update order_refund set attempted_at .*returning/,
  'refund made': /update order_refund set done_at/,
  // Its keys are freed, not those whose reservation has lapsed.
  'order ended unpaid': /update stock_key set state = case [^$]* where state = 'reserved' and order_id = \$/,
};

/** The step that these statements make, if any. */
export function stepOf(statements: string): string | undefined {
  const text = statements.replaceAll('"', '').replaceAll(/\s+/g, ' ');
  return Object.keys(STEPS).find((name) => STEPS[name]?.test(text));
}
