/** Each commit on the way from the checkout to the mail, of a purchase from a supplier, and of a refund: a part of its SQL, without quotation marks, by which it is known. */
export const STEPS: Readonly<Record<string, RegExp>> = {
  'order placed': /insert into shop_order /,
  'session noted': /update shop_order set session_id/,
  'event stored': /insert into payment_event /,
  'job handed over': /update outbox set relayed_at/,
  'keys allocated': /insert into allocation /,
  'mail claimed': /update letter set state = 'sending'/,
  'mail sent': /update letter set state = \$\d+, sent_at/,
  'purchase planned': /insert into purchase /,
  'purchase sent': /update purchase set state = 'sent'/,
  'purchase recorded': /update purchase set state = 'ordered'/,
  'bought keys stored': /insert into purchased_key /,
  'refund asked for': /insert into order_refund /,
  'refund begun': /update order_refund set attempted_at .*returning/,
  'refund made': /update order_refund set done_at/,
};

/** The step that these statements make, if any. */
export function stepOf(statements: string): string | undefined {
  const text = statements.replaceAll('"', '').replaceAll(/\s+/g, ' ');
  return Object.keys(STEPS).find((name) => STEPS[name]?.test(text));
}
