import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { brokenInvariants } from '../../../apps/api/src/testing/invariants/invariants.ts';
import { control } from '../../prove/buyer.ts';
import { type ShopOfMany, startShopOfMany } from '../../prove/shop-of-many.ts';
import { Failure } from '../../shared/failure.ts';
import { root } from '../../shared/paths.ts';
import { freePorts } from '../../shared/ports.ts';
import { answers, nodeChild } from '../../supervisor/child.ts';
import { Supervisor } from '../../supervisor/supervisor.ts';
import { milliseconds, type Row } from '../measure.ts';
import { payAll, visit } from './buyers.ts';
import { cpuTimes } from './cpu.ts';
import { MailboxFile } from './mailbox.ts';
import { describePhase, type Measured, measurePhase, type Phase } from './phases.ts';
import { saleRows } from './rows.ts';
import { encryptionKeys } from './sealed-keys.ts';
import { addGames, addKeys, type SoldProduct } from './stock.ts';

const number = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const sizes = {
  processes: number('BENCH_PROCESSES', 2),
  seconds: number('BENCH_SECONDS', 10),
  keys: number('BENCH_KEYS', 100_000),
  products: number('BENCH_PRODUCTS', 1000),
  paidAtOnce: number('BENCH_PAID_AT_ONCE', 500),
  manyBuyers: number('BENCH_MANY_BUYERS', 2000),
};
const FEW_KEYS = 1000;
const KEYS_OF_EACH = 20;
const BUYERS = 32;
const WARM_UP_MS = 3000;
const LONGEST_DELIVERY_MS = 150_000;
const SMTP_CONNECTIONS = 5;
const MATERIAL = Buffer.from('benchmark-key-of-32-bytes-length');

/** The way of an order from the checkout to its mail, in a closed loop, with the CPU of each kind of process. */
export async function saleBench(): Promise<Row[]> {
  const environment = { KEY_ENCRYPTION_KEYS: encryptionKeys(MATERIAL) };
  const shop = await startShopOfMany({ apis: sizes.processes, workers: sizes.processes, isDurable: true, environment });
  const database = new pg.Client({ connectionString: shop.databaseUrl });
  let mailbox: MailboxFile | null = null;
  try {
    await database.connect();
    mailbox = new MailboxFile(shop.settings.environment.SANDBOX_DATA ?? '');
    const [few, many, ...others] = await addGames(database, shop.settings.environment, sizes.products + 2);
    if (few === undefined || many === undefined) throw new Failure('There is no game to sell.');
    await addKeys(database, MATERIAL, [few], FEW_KEYS);
    await addKeys(database, MATERIAL, [many], sizes.keys);
    await addKeys(database, MATERIAL, others, KEYS_OF_EACH);
    await database.query('vacuum analyze');
    const measured: Measured = {
      shops: { apis: shop.apis, sandbox: shop.settings.origins.sandbox },
      mailbox,
      cpu: () =>
        cpuTimes({ apis: shop.apiPids(), workers: shop.workerPids(), databaseFolder: shop.databaseFolder, sandbox: shop.sandboxPid() }),
    };
    const phases = await shopPhases(measured, { few, many, others });
    const atOnce = await paidAtOnce(measured, others);
    const crowd = await phase(measured, {
      name: 'crowd',
      products: others,
      buyers: sizes.manyBuyers,
      forMs: Infinity,
      most: sizes.manyBuyers,
    });
    if (crowd.failures.length > 0) process.stdout.write(errorLines(shop));
    await refuseBrokenInvariants(database);
    await shop.endProcesses();
    const byHand = await handedOver(shop, mailbox, atOnce.emails);
    const baseline = await baselinePhase(shop, measured, many);
    return saleRows({
      ...phases,
      crowd,
      baseline,
      perWorker: atOnce.mailsPerSecond / sizes.processes,
      byHand,
      paidAtOnce: sizes.paidAtOnce,
      keys: sizes.keys,
    });
  } catch (error) {
    process.stdout.write(errorLines(shop));
    throw error;
  } finally {
    mailbox?.close();
    await database.end();
    await shop.stop();
  }
}

async function phase(measured: Measured, wanted: Parameters<typeof measurePhase>[1]): Promise<Phase> {
  const result = await measurePhase(measured, wanted);
  process.stdout.write(describePhase(result));
  return result;
}

type Sold = Readonly<{ few: SoldProduct; many: SoldProduct; others: readonly SoldProduct[] }>;

async function shopPhases(measured: Measured, { few, many, others }: Sold): Promise<Record<'few' | 'many' | 'others', Phase>> {
  const usual = { buyers: BUYERS, forMs: sizes.seconds * 1000, most: FEW_KEYS - BUYERS };
  await measurePhase(measured, { ...usual, name: 'warm-up', products: others, forMs: WARM_UP_MS });
  return {
    few: await phase(measured, { ...usual, name: 'one-product-few-keys', products: [few] }),
    many: await phase(measured, { ...usual, name: 'one-product-many-keys', products: [many] }),
    others: await phase(measured, { ...usual, name: 'many-products', products: others }),
  };
}

async function paidAtOnce(
  { shops, mailbox }: Measured,
  products: readonly SoldProduct[],
): Promise<{ emails: readonly string[]; mailsPerSecond: number }> {
  const most = sizes.paidAtOnce;
  const { orders, failures } = await visit(shops, { name: 'at-once', products, buyers: BUYERS, forMs: Infinity, most, pays: false });
  if (failures.length > 0) throw new Failure(`A checkout failed with ${failures[0]}`);
  const emails = orders.map(({ email }) => email);
  const begun = await payAll(
    shops,
    orders.map(({ session }) => session),
  );
  const arrivals = await mailbox.arrivals(emails, LONGEST_DELIVERY_MS);
  return { emails, mailsPerSecond: most / ((Math.max(...arrivals.values()) - begun) / 1000) };
}

/** The same messages, given to the same mailbox by nodemailer alone. Answers how many a second. */
async function handedOver(shop: ShopOfMany, mailbox: MailboxFile, emails: readonly string[]): Promise<number> {
  const messages = mailbox.sources(emails);
  const transport = createTransport({ url: shop.settings.environment.SMTP_URL ?? '', pool: true, maxConnections: SMTP_CONNECTIONS });
  const took = await milliseconds(() =>
    Promise.all(messages.map(({ to, raw }) => transport.sendMail({ envelope: { from: 'shop@example.com', to: `by-hand-${to}` }, raw }))),
  );
  transport.close();
  return messages.length / (took / 1000);
}

/** After the shop's processes have ended: their timers would cost it time. */
async function baselinePhase(shop: ShopOfMany, measured: Measured, product: SoldProduct): Promise<Phase> {
  const [port] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  let pids: readonly number[] = [];
  const supervisor = new Supervisor({
    logFolder: join(shop.databaseFolder, '..', 'logs'),
    remember: (children) => (pids = children.map(({ pid }) => pid)),
  });
  try {
    await supervisor.start(
      nodeChild({
        name: 'baseline',
        script: join(root, 'tools/bench/sale/baseline.ts'),
        env: { ...shop.settings.environment, PORT: String(port) },
        ready: { ask: answers(`${origin}/health`) },
      }),
    );
    const { sandbox } = measured.shops;
    await control({ sandbox }, 'webhooks', { mode: 'normal', url: `${origin}/webhooks/stripe` }, 'PUT');
    const cpu = () => cpuTimes({ apis: pids, workers: [], databaseFolder: shop.databaseFolder, sandbox: shop.sandboxPid() });
    const alone: Measured = { ...measured, shops: { apis: [origin], sandbox }, cpu };
    const usual = { products: [product], buyers: BUYERS, most: Infinity };
    await measurePhase(alone, { ...usual, name: 'baseline-warm-up', forMs: WARM_UP_MS });
    return await phase(alone, { ...usual, name: 'baseline', forMs: sizes.seconds * 1000 });
  } finally {
    await supervisor.stop();
  }
}

/** What the APIs reported last. */
function errorLines(shop: ShopOfMany): string {
  return shop.apis
    .flatMap((_, index) => shop.logOf(`api-${index}`).split('\n'))
    .filter((line) => line.includes('"level":"error"') || line.includes('"level":50'))
    .slice(-3)
    .map((line) => `${line.slice(0, 1500)}\n`)
    .join('');
}

async function refuseBrokenInvariants(database: pg.Client): Promise<void> {
  const broken = await brokenInvariants(database, new Date());
  if (broken.length > 0) throw new Failure(`After all that does not hold: ${JSON.stringify(broken).slice(0, 500)}`);
}
