import { createTransport } from 'nodemailer';
import pg from 'pg';
import { type BuyerOfShop, checkOut, control, eventually, gamesInStock, mails } from '../../prove/buyer.ts';
import { type ShopOfMany, startShopOfMany } from '../../prove/shop-of-many.ts';
import { median, milliseconds, residentMiB, type Row } from '../measure.ts';
import { arrived, paidToMail } from './paid-to-mail.ts';

const SINGLE_ORDERS = 20;
const STORM_ORDERS = 200;
const MEBIBYTE_IN_MB = 1.048576;

/** One API, one worker, the queue on PostgreSQL. Floors: the same mails handed to the same mailbox by hand. */
export async function deliveryRows(): Promise<Row[]> {
  const shop = await startShopOfMany({ apis: 1, workers: 1 });
  try {
    const buyer = { api: shop.apis[0] ?? '', sandbox: shop.settings.origins.sandbox, mailbox: shop.settings.origins.mailbox };
    const games = (await gamesInStock(buyer)).flatMap(({ kinguinId, qty }) => Array.from({ length: qty }, () => kinguinId));
    const smtpUrl = shop.settings.environment.SMTP_URL ?? '';
    const single = await paidToMailbox(buyer, smtpUrl, games);
    const storm = await paidAtOnce(shop, buyer, smtpUrl, games.slice(SINGLE_ORDERS));
    const memory = residentMiB(shop.apiPids()[0] ?? 0, 'now');
    return [
      ...single,
      ...storm,
      {
        what: 'API, resident memory after that',
        measured: memory === null ? 'not reported here' : `${memory.toFixed(0)} MiB`,
        baseline: '',
        ratio: '',
        bar: 'under 250 MB',
        isHeld: memory === null || memory * MEBIBYTE_IN_MB < 250,
      },
    ];
  } finally {
    await shop.stop();
  }
}

async function paidToMailbox(buyer: BuyerOfShop, smtpUrl: string, games: readonly number[]): Promise<Row[]> {
  const times: number[] = [];
  const baselines: number[] = [];
  for (let index = 0; index < SINGLE_ORDERS; index += 1) {
    times.push(await paidToMail(buyer, games[index] ?? 0, `single-${index}@example.com`));
    baselines.push(
      await milliseconds(async () => {
        await sendByHand(smtpUrl, [`baseline-${index}@example.com`]);
        await arrived(buyer, `baseline-${index}@example.com`);
      }),
    );
  }
  const [middle, worst, baseline] = [median(times), Math.max(...times), median(baselines)];
  return [
    {
      what: `payment done to mail in the mailbox, median of ${SINGLE_ORDERS}`,
      measured: `${middle.toFixed(0)} ms`,
      baseline: `${baseline.toFixed(0)} ms`,
      ratio: `${(middle / baseline).toFixed(1)} ×`,
      bar: 'under 1 s',
      isHeld: middle < 1000,
    },
    {
      what: 'the same, worst',
      measured: `${worst.toFixed(0)} ms`,
      baseline: `${Math.max(...baselines).toFixed(0)} ms`,
      ratio: `${(worst / Math.max(...baselines)).toFixed(1)} ×`,
      bar: 'under 3 s',
      isHeld: worst < 3000,
    },
  ];
}

async function paidAtOnce(shop: ShopOfMany, buyer: BuyerOfShop, smtpUrl: string, games: readonly number[]): Promise<Row[]> {
  const database = new pg.Client({ connectionString: shop.databaseUrl });
  await database.connect();
  const emails = Array.from({ length: STORM_ORDERS }, (_, index) => `storm-${index}@example.com`);
  const sessions: string[] = [];
  for (const [index, email] of emails.entries()) sessions.push(await checkOut(buyer, { kinguinId: games[index] ?? 0, email }));
  const took = await milliseconds(async () => {
    await Promise.all(sessions.map((session) => control(buyer, `sessions/${session}/pay`)));
    await eventually(
      async () =>
        (await database.query(`select 1 from shop_order where status = 'completed' and session_id = any($1)`, [sessions])).rowCount,
      (done) => done === STORM_ORDERS,
      120_000,
      20,
    );
  });
  await database.end();
  const sent = (await mails(buyer)).filter(({ to }) => emails.includes(to[0]?.address ?? ''));
  const isOnce = sent.length === STORM_ORDERS && new Set(sent.map(({ to }) => to[0]?.address)).size === STORM_ORDERS;
  const baseline = await milliseconds(() =>
    sendByHand(
      smtpUrl,
      emails.map((email) => `baseline-${email}`),
    ),
  );
  const perSecond = (milliseconds: number) => STORM_ORDERS / (milliseconds / 1000);
  return [
    {
      what: `orders settled and delivered, ${STORM_ORDERS} paid at once`,
      measured: `${perSecond(took).toFixed(0)} a second`,
      baseline: `${perSecond(baseline).toFixed(0)} a second`,
      ratio: `${(perSecond(took) / perSecond(baseline)).toFixed(2)} ×`,
      bar: 'at least 20',
      isHeld: perSecond(took) >= 20,
    },
    {
      what: 'mails of those orders',
      measured: `${sent.length}, ${isOnce ? 'each once' : 'NOT each once'}`,
      baseline: '',
      ratio: '',
      bar: 'each exactly once',
      isHeld: isOnce,
    },
  ];
}

async function sendByHand(smtpUrl: string, recipients: readonly string[]): Promise<void> {
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: 4 });
  await Promise.all(
    recipients.map((to) =>
      transport.sendMail({
        from: 'baseline@example.com',
        to,
        subject: 'baseline',
        text: 'x'.repeat(1500),
        html: `<p>${'x'.repeat(6000)}</p>`,
      }),
    ),
  );
  transport.close();
}
