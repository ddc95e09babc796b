import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { piecesOf, type Told } from '../customers/told.ts';
import type { Spell } from './mail-weathers.ts';

/** A mail as the mail server kept it. */
interface KeptMail {
  readonly messageId: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** How things stand with the mails of a shop. */
export interface MailBooks {
  readonly kept: readonly KeptMail[];
  /** What the shop planned to send. */
  readonly letters: readonly { readonly id: string; readonly state: string }[];
  /** The kinds of the events in the order's timeline, by e-mail address. */
  readonly timelines: ReadonlyMap<string, readonly string[]>;
}

const STORED_WITHIN_MS = 1000;

/** `sandboxFile`: SANDBOX_DATA of the stand-in. */
export async function readMailBooks(database: pg.Pool, sandboxFile: string): Promise<MailBooks> {
  const { rows: letters } = await database.query<{ id: string; state: string }>('select id, state from letter');
  const { rows: orders } = await database.query<{ email: string; kinds: string[] }>(
    `select o.email, array_agg(e.kind) as kinds from shop_order o join order_event e on e.order_id = o.id group by o.email`,
  );
  const store = new DatabaseSync(sandboxFile, { readOnly: true });
  try {
    const rows = store.prepare(`select parsed ->> 'messageId' as messageId, received_at as receivedAt from mails order by id`).all();
    return {
      kept: rows as unknown as KeptMail[],
      letters,
      timelines: new Map(orders.map(({ email, kinds }) => [email, kinds])),
    };
  } finally {
    store.close();
  }
}

/** What is wrong with the mails at the end, in a sentence each. */
export function faultsOfMails({ kept, letters, timelines }: MailBooks, tolds: readonly Told[], spells: readonly Spell[]): string[] {
  const copies = Map.groupBy(kept, ({ messageId }) => messageId);
  const mayRepeat = spells.filter(({ weather }) => weather.mayRepeat);
  return [
    ...letters.flatMap(({ id, state }) => {
      if (state === 'dead') return [`${id} was given up`];
      return state === 'sent' && !copies.has(`<${id}@letters.keyturn>`) ? [`${id} is written down as sent, and never came`] : [];
    }),
    ...[...copies].flatMap(([id, all]) =>
      all
        .slice(0, -1)
        .filter(({ receivedAt }) => !mayRepeat.some(isDuring(receivedAt)))
        .map(() => `${id} came again, though its answer was not lost`),
    ),
    ...spells.flatMap((spell) => spell.emails.flatMap((email) => ofTimeline(email, spell, timelines.get(email) ?? []))),
    ...tolds.flatMap(withoutKeysOnPage),
  ];
}

const isDuring =
  (receivedAt: number) =>
  ({ from, to }: Spell) =>
    from <= receivedAt && receivedAt <= to + STORED_WITHIN_MS;

/** How many mails came and are to come again, by the weather that they met: of weathers in which they may. */
export function repeatsByWeather({ kept }: Pick<MailBooks, 'kept'>, spells: readonly Spell[]): Map<string, number> {
  const mayRepeat = spells.filter(({ weather }) => weather.mayRepeat);
  const repeats = new Map(mayRepeat.map(({ weather }) => [weather.name, 0]));
  for (const all of Map.groupBy(kept, ({ messageId }) => messageId).values())
    for (const { receivedAt } of all.slice(0, -1)) {
      const spell = mayRepeat.find(isDuring(receivedAt));
      if (spell) repeats.set(spell.weather.name, (repeats.get(spell.weather.name) ?? 0) + 1);
    }
  return repeats;
}

/** Where the order's page never showed all keys. */
export function withoutKeysOnPage({ email, wishes, seen }: Told): string[] {
  return seen.some(({ keys }) => keys.length === piecesOf(wishes)) ? [] : [`${email} did not see its keys on the order's page meanwhile`];
}

/** A mail that is late or refused is so once, and each one is sent once in the end. */
function ofTimeline(email: string, { weather }: Spell, kinds: readonly string[]): string[] {
  const wanted = { mail_sent: 1, mail_refused: 0, mail_delayed: 0, [weather.comesTo]: 1 };
  return Object.entries(wanted).flatMap(([kind, times]) => {
    const found = kinds.filter((one) => one === kind).length;
    return found === times ? [] : [`${email}, whose mail server ${weather.name}, has ${kind} ${found} times in its timeline`];
  });
}
