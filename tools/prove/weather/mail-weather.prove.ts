import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { report, SEED, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { chance } from '../../../apps/api/src/testing/campaigns/chance.ts';
import { eventually, mailServer } from '../buyer.ts';
import { ask } from '../customers/ask.ts';
import type { Books } from '../customers/books.ts';
import { buy } from '../customers/customer.ts';
import { letTimePass } from '../customers/passing-time.ts';
import { booksAtRest, faultsAtRest, OPS_KEY, planOf, startStockedShop, type StockedShop } from '../customers/stocked-shop.ts';
import type { Told } from '../customers/told.ts';
import { faultsOfMails, readMailBooks, repeatsByWeather, withoutKeysOnPage } from './check-mails.ts';
import { IS_AWAY, MAIL_WEATHERS, type MailWeather, type Spell } from './mail-weathers.ts';

const MINUTES = 60_000;
const HOUR = 60 * MINUTES;
/** Every weather so often, and so many customers each time. */
const SIZE = sized({ full: { rounds: 8, customers: 18 }, sample: { rounds: 1, customers: 6 } });
const MAILS = SIZE.rounds * SIZE.customers * MAIL_WEATHERS.length;
/** So many customers buy in each of these hours. A mail is given up after 24. */
const AWAY = sized({ full: { hours: 20, customers: 18 }, sample: { hours: 3, customers: 4 } });
const AWAY_MAILS = AWAY.hours * AWAY.customers;
/** At most, a tenth of a second apart: until the keys are there. */
const READS = 100;
/** In the ids of mails with keys: the staff's mail about low stock may have left before. */
const OF_KEYS = '-keys-';
const TIME_PASSES_EVERY_MS = 2000;
/** Where the server is too slow, each mail takes ten seconds of one of 16 connections. */
const LONGEST_SPELL_MS = 3 * MINUTES;

let stocked: StockedShop;

beforeAll(async () => {
  stocked = await startStockedShop({}, { products: 10, keysOfEach: MAILS + AWAY_MAILS });
}, 3 * MINUTES);
afterAll(() => stocked?.stop(), MINUTES);

test(
  `${AWAY_MAILS} customers buy in ${AWAY.hours} hours in which the mail server is away all the time: they find their keys on the pages, and each gets one mail once it is back`,
  async () => {
    const { database } = stocked;
    const begun = Date.now();
    const tolds: Told[] = [];
    await mailServer(mailbox(), { mode: 'away' });
    for (let hour = 0; hour < AWAY.hours; hour += 1) {
      const first = hour * AWAY.customers;
      const plans = Array.from({ length: AWAY.customers }, (_, index) => ({
        ...planOf(stocked, { name: 'mail-away', seed: SEED, index: first + index, intentions: ['pays'], reads: READS }),
        leavesWithKeys: true,
      }));
      tolds.push(...(await Promise.all(plans.map((plan) => buy(stocked.places, plan)))));
      await untilTried(plans.map(({ email }) => email));
      await untilNoneIsInHand();
      await letTimePass(database, HOUR, []);
      await untilTriedAgain(hour + 1);
    }
    const away = await readMails();
    expect(away.kept.filter(({ messageId }) => messageId.includes(OF_KEYS))).toEqual([]);
    expect(away.letters.filter(({ id, state }) => id.includes(OF_KEYS) && state === 'sent')).toEqual([]);
    expect(tolds.flatMap(withoutKeysOnPage)).toEqual([]);
    await untilNoneIsInHand();

    await mailServer(mailbox(), { mode: 'ok' });
    const books = await untilAtRest(tolds);
    const spell = { weather: IS_AWAY, emails: tolds.map(({ email }) => email), from: begun, to: Date.now() };
    expect([...(await faultsAtRest(stocked, tolds, books)), ...faultsOfMails(await readMails(), tolds, [spell])]).toEqual([]);
    expect(books.orders.filter(({ status }) => status === 'completed')).toHaveLength(AWAY_MAILS);
    expect(books.mails).toHaveLength(AWAY_MAILS);
    report(`${AWAY_MAILS} mails that waited up to ${AWAY.hours} hours for a mail server came once each, in ${seconds(begun)} s`);
  },
  60 * MINUTES,
);

test(
  `${MAILS} mails with keys, while the mail server refuses, puts off, is slow, is too slow, cuts, greylists and is away: each comes, again only where its answer was lost, and the pages show the keys meanwhile`,
  async () => {
    const { database } = stocked;
    const begun = Date.now();
    const tolds: Told[] = [];
    const spells: Spell[] = [];
    let spell: Omit<Spell, 'to'> | undefined;
    /** A weather lasts until the next one. */
    const change = async (behaviour: object) => {
      await mailServer(mailbox(), behaviour);
      if (spell) spells.push({ ...spell, to: Date.now() });
    };
    for (const [index, weather] of inOrderOf(SEED).entries()) {
      // What earlier weathers have put off meets this one.
      await untilNoneIsInHand();
      await letTimePass(database, MINUTES, []);
      const first = index * SIZE.customers;
      const plans = Array.from({ length: SIZE.customers }, (_, customer) => ({
        ...planOf(stocked, { name: 'mail-weather', seed: SEED, index: first + customer, intentions: ['pays'], reads: READS }),
        leavesWithKeys: true,
      }));
      const emails = plans.map(({ email }) => email);
      const from = Date.now();
      await change({ ...weather.smtp, ...(weather.isTheirsAlone && { recipients: emails }) });
      spell = { weather, emails, from };
      tolds.push(...(await Promise.all(plans.map((plan) => buy(stocked.places, plan)))));
      await untilTried(emails);
    }
    await change({ mode: 'ok' });
    await sendRefusedAgain(spells);

    const books = await untilAtRest(tolds);
    const mailBooks = await readMails();
    expect([...(await faultsAtRest(stocked, tolds, books)), ...faultsOfMails(mailBooks, tolds, spells)]).toEqual([]);
    expect(books.orders.filter(({ status }) => status === 'completed')).toHaveLength(MAILS);
    const repeats = [...repeatsByWeather(mailBooks, spells)];
    const came = repeats.map(([name, count]) => `${count} where the server ${name}`).join(', ');
    report(`${MAILS} mails with keys in ${spells.length} spells of weather, again came ${came}, in ${seconds(begun)} s`);
    expect(repeats.filter(([, count]) => count === 0)).toEqual([]);
  },
  60 * MINUTES,
);

const seconds = (begun: number) => Math.round((Date.now() - begun) / 1000);

const mailbox = () => ({ mailbox: stocked.shop.settings.origins.mailbox });

const readMails = () => readMailBooks(stocked.database, stocked.shop.settings.environment.SANDBOX_DATA ?? '');

/** While hours pass, so that each mail is due again. */
function untilAtRest(tolds: readonly Told[]): Promise<Books> {
  let passedAt = 0;
  const pass = async () => {
    if (Date.now() - passedAt < TIME_PASSES_EVERY_MS) return;
    await untilNoneIsInHand();
    passedAt = Date.now();
    await letTimePass(stocked.database, HOUR, []);
  };
  return booksAtRest(stocked, tolds, 10 * MINUTES, { pass });
}

/** Every weather in every round; the last one of all is the server that is away, so that most mails wait when it comes back. */
function inOrderOf(seed: number): MailWeather[] {
  const next = chance(seed);
  const all = Array.from({ length: SIZE.rounds }, () => MAIL_WEATHERS.slice(0, -1)).flat();
  const away = MAIL_WEATHERS.slice(-1);
  const aways = Array.from({ length: SIZE.rounds - 1 }, () => away).flat();
  const shuffled = [...all, ...aways].map((weather) => ({ weather, place: next() })).toSorted((one, other) => one.place - other.place);
  return [...shuffled.map(({ weather }) => weather), ...away];
}

/** A claim would lapse if the clock moved under it, and the mail would be sent twice. */
async function untilNoneIsInHand(): Promise<void> {
  const inHand = async () => (await stocked.database.query(`select 1 from letter where state = 'sending'`)).rows.length;
  await eventually(inHand, (count) => count === 0, LONGEST_SPELL_MS, 20);
}

/** Until the mail of each has been tried in the weather that there is now. */
async function untilTried(emails: readonly string[]): Promise<void> {
  const untried = async () => {
    const { rows } = await stocked.database.query<{ email: string }>(
      `select o.email from shop_order o where o.email = any($1) and o.paid_at is null
        or o.email = any($1) and exists (select from letter l where l.about = o.id and l.kind = 'keys' and l.tries = 0 and l.state in ('waiting', 'sending'))`,
      [emails],
    );
    return rows.map(({ email }) => email);
  };
  await eventually(untried, (left) => left.length === 0, LONGEST_SPELL_MS);
}

/** Until the oldest mail was tried so often after its first time. */
async function untilTriedAgain(often: number): Promise<void> {
  const mostTries = async () =>
    (await stocked.database.query<{ tries: number }>('select max(tries) as tries from letter')).rows[0]?.tries ?? 0;
  await eventually(mostTries, (tries) => tries > often, MINUTES);
}

/** By the staff, once the address is right. */
async function sendRefusedAgain(spells: readonly Spell[]): Promise<void> {
  for (const { weather, emails } of spells)
    for (const email of weather.comesTo === 'mail_refused' ? emails : []) {
      const { rows } = await stocked.database.query<{ number: string }>('select number from shop_order where email = $1', [email]);
      const url = `${stocked.places.apis[0]}/ops/orders/${rows[0]?.number}/send-again`;
      const answer = await ask(url, { body: { reason: 'a campaign' }, headers: { 'x-ops-key': OPS_KEY } });
      expect(answer).toMatchObject({ status: 200 });
    }
}
