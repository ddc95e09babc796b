import { allPieces, hasPiece, type Order, type Piece, piecesGoneBy, piecesWithout, type Refund } from '../../modules/orders/index.ts';
import type { OrderEvent } from '../../modules/orders/domain/order.ts';
import type { ProviderRefund } from '../../modules/payments/application/ports.ts';
import { STAFF } from './actors/staff.ts';
import type { World } from './world.ts';

/** What an order may end as, if all is well. One that was paid with another amount stays on hold. */
const ENDS: readonly string[] = ['completed', 'partially_refunded', 'refunded', 'expired', 'cancelled', 'payment_failed', 'on_hold'];

/** What must hold for an order at the end of a world. `mailed`: the orders that each key was mailed to. Returns one sentence for each thing that does not. */
export async function faultsOfOrder(world: World, order: Order, mailed: ReadonlyMap<string, ReadonlySet<string>>): Promise<string[]> {
  const { id, status } = order;
  const session = world.provider.sessions.get(`session-${id}`);
  const isPaid = session?.outcome === 'paid';
  const rows = [...world.refunds.all.values()].filter(({ orderId }) => orderId === id);
  const all = await world.provider.refundsOf(`intent-session-${id}`);
  // What a bank has returned was not sent back.
  const theirs = all.filter(({ failure }) => failure === null);
  const returned = all.filter(({ failure }) => failure !== null);
  const happened = world.orders.events.filter(({ orderId }) => orderId === id);
  const isTampered = world.tampered.has(session?.id ?? '');
  const isRefusedMail = [...world.mailRows.all.values()].some(
    ({ mail, state }) => mail.about === id && (state === 'refused' || state === 'dead'),
  );
  const faults: string[] = [];
  if (!ENDS.includes(status) && !(status === 'fulfilling' && isRefusedMail)) faults.push(`${id} has ended as ${status}`);
  if (status === 'on_hold' && !isTampered) faults.push(`${id} is on hold, and was paid as ordered`);
  if (!isPaid && theirs.length > 0) faults.push(`${id} was not paid, and got money`);
  for (const once of ['paid', 'fulfilling', 'completed', 'refunded']) {
    const times = happened.filter(({ kind }) => kind === once).length;
    // Once more for each time that its money came back.
    if (times > 1 + (once === 'refunded' ? returned.length : 0)) faults.push(`${id} has "${once}" ${times} times in its timeline`);
  }
  return [
    ...faults,
    ...faultsOfMoney(order, { paidMinor: isPaid ? session.amountMinor : 0, isTampered, rows, theirs, returned }),
    ...faultsOfParts(world, order, { rows, theirs, returned }),
    ...faultsOfKeys(world, order, { isPaid, isRefusedMail, rows, mailed }),
    ...faultsOfRefusal(world, order, { isRefunded: theirs.length > 0, rows, happened }),
  ];
}

interface Money {
  readonly paidMinor: number;
  readonly isTampered: boolean;
  readonly rows: readonly Refund[];
  readonly theirs: readonly ProviderRefund[];
  readonly returned: readonly ProviderRefund[];
}

/** The provider and the shop know the same refunds, and the order's state follows from them. */
function faultsOfMoney({ id, status, refundedMinor }: Order, { paidMinor, isTampered, rows, theirs, returned }: Money): string[] {
  const faults: string[] = [];
  const backMinor = theirs.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const isAllBack = backMinor > 0 && backMinor === paidMinor;
  if (backMinor > paidMinor || (status === 'refunded' && !isAllBack))
    faults.push(`${id} paid ${paidMinor}, and ${backMinor} was sent back`);
  if (isAllBack && status !== 'refunded') faults.push(`${id} has its money, and is ${status}`);
  const returnedMinor = returned.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  // The staff settles in another way what a bank has returned. An order of which a part was returned stays as it is.
  if (status === 'cancelled' && backMinor + returnedMinor < paidMinor)
    faults.push(`${id} is cancelled, and ${backMinor} of ${paidMinor} was sent back`);
  const isPart = backMinor < paidMinor && (backMinor > 0 || (status === 'partially_refunded' && returnedMinor > 0));
  if (isPart !== (status === 'partially_refunded') && status !== 'cancelled' && !isTampered)
    faults.push(`${id} is ${status}, and ${backMinor} of ${paidMinor} was sent back`);
  if (!isTampered && refundedMinor !== backMinor) faults.push(`${id} counts ${refundedMinor} as sent back, and it was ${backMinor}`);
  for (const { id: theirId, refundId, amountMinor } of theirs) {
    const isOf = (row: Refund) => row.state === 'done' && row.amountMinor === amountMinor && (row.id === refundId || row.id === theirId);
    const count = rows.filter(isOf).length;
    if (count !== 1) faults.push(`${id} has ${count} records of the refund ${refundId ?? theirId}`);
    if (refundId !== null && !rows.some((row) => row.id === refundId))
      faults.push(`${id} was refunded as ${refundId}, which nobody asked for`);
  }
  for (const { id: rowId, state } of rows) {
    const made = theirs.filter((one) => one.refundId === rowId || one.id === rowId).length;
    if (made > 1) faults.push(`${id} was refunded ${made} times as ${rowId}`);
    if (state === 'done' && made === 0) faults.push(`${id} has a refund ${rowId} that was never made`);
    if (state === 'asked') faults.push(`${id} has a refund ${rowId} that is still under way`);
  }
  return faults;
}

/** Of a part goes back what was asked for, and no piece twice. */
function faultsOfParts(world: World, { id }: Order, { rows, theirs, returned }: Omit<Money, 'paidMinor' | 'isTampered'>): string[] {
  const faults: string[] = [];
  const asked = new Map(
    [...world.audit.entries.values()].map(({ after }) => {
      const { refundId, amountMinor } = (after ?? {}) as { refundId?: string; amountMinor?: number };
      return [refundId, amountMinor];
    }),
  );
  const gone: Piece[] = [];
  for (const row of rows.filter(({ state }) => state === 'done')) {
    const made = theirs.find(({ refundId }) => refundId === row.id);
    if (!made) continue;
    const wantedMinor = asked.get(row.id);
    // What comes back while all is being sent may go with it.
    if (!row.isWhole && returned.length === 0 && made.amountMinor !== wantedMinor)
      faults.push(`${id} got ${made.amountMinor} for ${row.id}, and the staff asked for ${wantedMinor}`);
    if (row.pieces.some((piece) => hasPiece(gone, piece))) faults.push(`${id} got the money for the pieces of ${row.id} before`);
    gone.push(...row.pieces);
  }
  return faults;
}

interface Keys {
  readonly isPaid: boolean;
  readonly isRefusedMail: boolean;
  readonly rows: readonly Refund[];
  readonly mailed: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The buyer has the keys of the pieces that were not refunded, and no others. */
function faultsOfKeys(world: World, order: Order, { isPaid, isRefusedMail, rows, mailed }: Keys): string[] {
  const { id, status } = order;
  const faults: string[] = [];
  const keys = world.stock.keys.all().filter(({ orderId }) => orderId === id);
  const sold = keys.filter(({ state }) => state === 'sold');
  const failed = rows.filter(({ state }) => state === 'failed');
  const isOver = status === 'refunded' || status === 'cancelled' || !isPaid;
  const kept = isOver ? [] : piecesWithout(allPieces(order.lines), piecesGoneBy(rows));
  // The staff settles with the buyer in another way what a bank has returned: its keys stay revoked, unless it is asked for anew, and given up.
  const owed = piecesWithout(
    kept,
    failed.flatMap(({ pieces }) => pieces),
  );
  const has = sold.flatMap(({ place }) => place ?? []);
  if (status !== 'on_hold' && (piecesWithout(owed, has).length > 0 || piecesWithout(has, kept).length > 0 || has.length !== sold.length))
    faults.push(`${id} is ${status} and has ${sold.length} keys for ${kept.length} pieces`);
  const held = keys.filter(({ state }) => state === 'reserved').length;
  if (held > 0 && status !== 'on_hold') faults.push(`${id} is ${status} and holds ${held} keys`);
  if (!isPaid && [...mailed.values()].some((orders) => orders.has(id))) faults.push(`${id} was not paid, and got keys`);
  for (const { secret } of sold)
    if (secret.kind === 'text' && !mailed.get(secret.key)?.has(id) && !isRefusedMail)
      faults.push(`${id} has ${secret.key}, and no mail with it`);
  return faults;
}

interface Refusal {
  readonly isRefunded: boolean;
  readonly rows: readonly Refund[];
  readonly happened: readonly OrderEvent[];
}

/** What the staff has not sent back, the shop has only where it could not deliver. */
function faultsOfRefusal(world: World, { id, status }: Order, { isRefunded, rows, happened }: Refusal): string[] {
  const isByStaff = world.refundedAtDashboard.has(id) || rows.some(({ askedBy }) => askedBy === STAFF.by.name);
  if (isByStaff || !(isRefunded || status === 'refunded')) return [];
  const faults: string[] = [];
  if (world.mailer.accepted.some(({ messageId }) => messageId.startsWith(`${id}-keys-`))) faults.push(`${id} has its money and its keys`);
  if (happened.some(({ kind }) => kind === 'fulfilling') || !world.stock.lacking.has(id))
    faults.push(`${id} was refunded, and the shop had its keys`);
  if (isCutShort(happened)) faults.push(`${id} was refunded before its wait for keys was over`);
  return faults;
}

/** Whether a wait ended while keys might still have come. */
function isCutShort(events: readonly OrderEvent[]): boolean {
  const until = events.findLast(({ kind }) => kind === 'waiting_for_keys')?.data.until;
  return events.some(({ kind, at }) => kind === 'waiting_ended' && at < new Date(String(until)));
}
