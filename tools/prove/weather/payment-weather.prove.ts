import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pLimit from 'p-limit';
import { SUBSCRIBED } from '../../../apps/api/src/modules/payments/adapters/stripe/subscribed-events.ts';
import { report, SEED, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { control, eventually } from '../buyer.ts';
import { buy } from '../customers/customer.ts';
import { letTimePass } from '../customers/passing-time.ts';
import { booksAtRest, faultsAtRest, planOf, startStockedShop, type StockedShop } from '../customers/stocked-shop.ts';
import type { Told } from '../customers/told.ts';
import { Courier, DELIVERIES, type Delivery } from './courier.ts';
import { FAILURES, startProviderWeather } from './provider-weather.ts';
import { keysHeldBy, sessionsOfKnown, settledBy, untilProcessed } from './settlements.ts';
import { allCases, type Case, happenAtProvider, happenInTheShop } from './stories.ts';

const MINUTES = 60_000;
const HOUR = 60 * MINUTES;
const BUYERS = sized({ full: 2000, sample: 90 });
/** So many buy before the events of theirs that wait are let go: the shop's own look at open orders comes each minute. */
const GROUP = sized({ full: 100, sample: 30 });
const AT_ONCE = 20;
const TIME_PASSES_EVERY_MS = 3000;
/** Of the orders whose events come like this, the share that has to have been settled by one of them. */
const LEAST_BY_EVENT: Partial<Record<Delivery, number>> = { 'ten times': 0.5, 'in parallel': 0.5, reversed: 0.5, 'an hour late': 0.25 };

let stocked: StockedShop;

beforeAll(async () => {
  stocked = await startStockedShop(
    { environment: { PAYMENT_METHODS: 'card,sepa_debit', SANDBOX_TRANSFER_SECONDS: '1', SANDBOX_RETRY_SECONDS: '1,2,5' } },
    { products: 10, keysOfEach: BUYERS },
  );
}, 3 * MINUTES);
afterAll(() => stocked?.stop(), MINUTES);

test(
  `${BUYERS} orders, paid by card or transfer or not at all, whose events come ten times, at once, reversed, an hour late or never, or are of another amount, with refunds and disputes, while the provider fails: each comes to its end once, and order, refunds and mails name what the provider has`,
  async () => {
    const { places, shop, database } = stocked;
    const cases = allCases(SEED);
    const buyers = Array.from({ length: BUYERS }, (_, index) => {
      const { story, delivery } = cases[index % cases.length] as Case;
      const plan = { ...planOf(stocked, { name: 'payment-weather', seed: SEED, index, intentions: ['pays'] }), ...story.buys };
      return { story, delivery, plan };
    });
    const deliveries = new Map(buyers.map(({ plan, delivery }) => [plan.email, delivery]));
    await control(places, 'webhooks', { mode: 'none' }, 'PUT');
    const courier = new Courier(
      { file: shop.settings.environment.SANDBOX_DATA ?? '', sandbox: places.sandbox, subscribed: SUBSCRIBED },
      (email) => deliveries.get(email) ?? 'ten times',
    );
    courier.start();
    const endWeather = startProviderWeather(places.sandbox, SEED);
    const begun = Date.now();
    const refunds: (string | null)[] = [];
    const atOnce = pLimit(AT_ONCE);
    /** Events that were still open when the clock moved on, each as often as it was. */
    let leftOpen = 0;
    const haveProcessed = async () => {
      const open = await untilProcessed(database);
      leftOpen += open;
    };
    const isKnownAtOnce = ({ delivery }: Case) => delivery === 'ten times' || delivery === 'in parallel';

    const tolds: Told[] = [];
    for (let start = 0; start < buyers.length; start += GROUP) {
      const group = buyers.slice(start, start + GROUP).map((buyer) =>
        atOnce(async () => {
          const told = await buy(places, buyer.plan);
          await happenAtProvider(stocked, buyer.story, told);
          if (isKnownAtOnce(buyer)) refunds.push(await happenInTheShop(stocked, buyer.story, told));
          return told;
        }),
      );
      const bought = await Promise.all(group);
      tolds.push(...bought);
      await eventually(
        () => courier.underWay(),
        (count) => count === 0,
        MINUTES,
      );
      await courier.letGo('reversed');
      await haveProcessed();
      // Late events find the orders of one group as they were, and reconciliation at work on those of the next.
      const late = bought.flatMap(({ email, session }) => (deliveries.get(email) === 'an hour late' ? [session ?? ''] : []));
      const isCompared = (start / GROUP) % 2 === 1 && late.length > 0;
      await letTimePass(database, HOUR, isCompared ? ['reconcile'] : []);
      if (isCompared)
        await eventually(
          () => settledBy(database, late),
          ({ size }) => size > 0,
          2 * MINUTES,
        );
      await courier.letGo('an hour late');
      await haveProcessed();
    }
    await letTimePass(database, 0, ['reconcile']);
    // The provider refuses all that is asked for meanwhile; once it agrees, they are made.
    await control(places, 'refunds-fail', { how: 'refused' });
    const later = buyers.flatMap((buyer, index) => (isKnownAtOnce(buyer) ? [] : [{ story: buyer.story, told: tolds[index] as Told }]));
    for (const half of [later.slice(0, later.length / 2), later.slice(later.length / 2)]) {
      refunds.push(...(await Promise.all(half.map(({ story, told }) => atOnce(() => happenInTheShop(stocked, story, told))))));
      await control(places, 'refunds-fail', { how: 'never' });
    }
    const met = await endWeather();

    const sessionsOf = (isMeant: (buyer: (typeof buyers)[number]) => boolean) =>
      buyers.flatMap((buyer, index) => (isMeant(buyer) ? [tolds[index]?.session ?? ''] : []));
    const unannounced = sessionsOf(({ delivery }) => delivery === 'never');
    const compared = await eventually(
      () => settledBy(database, unannounced),
      ({ size }) => size === unannounced.length,
      3 * MINUTES,
    );
    // The shop asks for such events every ten minutes of the computer's own time, which may be now.
    const asked = await sessionsOfKnown(database, courier.unsent);
    expect([...compared].filter(([session, actor]) => actor !== 'reconciliation' && !asked.has(session))).toEqual([]);

    let passedAt = 0;
    const pass = async () => {
      if (Date.now() - passedAt < TIME_PASSES_EVERY_MS) return;
      passedAt = Date.now();
      await letTimePass(database, HOUR, ['reconcile', 'reconcile-disputes', 'receive-undelivered', 'ask-again', 'send-overdue-mails']);
      await courier.letGo('reversed');
      await haveProcessed();
      await courier.letGo('an hour late');
    };
    const unasked = async () => {
      const query = 'select count(*)::int as n from unnest($1::text[]) as sent (id) where id not in (select id from payment_event)';
      return (await database.query<{ n: number }>(query, [courier.unsent])).rows[0]?.n ?? 0;
    };
    const sessions = sessionsOf(() => true);
    const unsettled = async () => sessions.length - (await settledBy(database, sessions)).size;
    const onItsWay = async () => (await courier.onItsWay()) + (await unasked()) + (await unsettled());
    const books = await booksAtRest(stocked, tolds, 10 * MINUTES, { pass, onItsWay });
    await courier.stop();
    const outcomes = new Map(buyers.flatMap(({ plan, story: { outcome } }) => (outcome ? [[plan.email, outcome] as const] : [])));
    const faults = await faultsAtRest(stocked, tolds, books, outcomes);
    const cause = new Map(buyers.map(({ plan, story, delivery }) => [plan.email, `${story.name}, events ${delivery}`]));
    expect(faults.map((fault) => `${fault} (${cause.get(/^[^ :]+/.exec(fault)?.[0] ?? '') ?? 'no story'})`)).toEqual([]);
    const paid = new Set(books.payments.map(({ session }) => session));
    const isUnpaid = ({ story }: Case) => story.outcome?.isUnpaid ?? false;
    expect(sessionsOf((buyer) => paid.has(tolds[buyers.indexOf(buyer)]?.session ?? '') === isUnpaid(buyer))).toEqual([]);
    expect(await keysHeldBy(database, sessionsOf(isUnpaid))).toBe(0);

    const asOf = DELIVERIES.flatMap((delivery) => SUBSCRIBED.map((type) => ({ type, delivery })));
    expect(asOf.filter(({ type, delivery }) => !courier.met.get(type)?.has(delivery))).toEqual([]);
    const settled = await settledBy(database, sessions);
    const shares = DELIVERIES.map((delivery) => {
      const own = sessionsOf((buyer) => buyer.delivery === delivery);
      return { delivery, all: own.length, byEvent: own.filter((session) => settled.get(session) === 'stripe').length };
    });
    expect(shares.filter(({ delivery, all, byEvent }) => byEvent < all * (LEAST_BY_EVENT[delivery] ?? 0))).toEqual([]);
    expect(shares.filter(({ delivery, all, byEvent }) => delivery === 'an hour late' && byEvent === all)).toEqual([]);
    const asks = refunds.filter((state) => state !== null);
    const refused = asks.filter((state) => state === 'asked');
    expect(FAILURES.filter((failure) => (met[failure] ?? 0) === 0)).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
    report(
      `${BUYERS} orders in ${cases.length} cases, ${courier.sent} webhooks of ${SUBSCRIBED.length} types, ${courier.unsent.length} events without one, ${leftOpen} not processed within four seconds, settled by an event: ${shares.map(({ delivery, all, byEvent }) => `${byEvent} of ${all} ${delivery}`).join(', ')}, all others by reconciliation; ${asks.length} refunds by the staff of which ${refused.length} were refused at first, failures of the provider: ${FAILURES.map((failure) => `${met[failure]} ${failure}`).join(', ')}; in ${Math.round((Date.now() - begun) / 1000)} s`,
    );
  },
  60 * MINUTES,
);
