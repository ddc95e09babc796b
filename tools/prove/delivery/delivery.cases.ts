import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { brokenInvariants } from '../../../apps/api/src/testing/invariants/invariants.ts';
import { report, sized } from '../../../apps/api/src/testing/campaigns/campaign.ts';
import { control, eventually, mailServer } from '../buyer.ts';
import { readUntilTold } from '../steady-reader.ts';
import { DeliveringShop } from './delivering-shop.ts';

const LONGEST_MS = 60_000;

/** The path from a payment to the mail with real processes: two APIs, two workers, the stand-ins, on the given queue backend. */
export function proveDelivery(redisUrl: string | undefined): void {
  // The limit is guaranteed on Redis; on PostgreSQL the path is the same.
  const many = redisUrl === undefined ? sized({ full: 500, sample: 100 }) : 500;
  let shop: DeliveringShop;

  beforeAll(async () => {
    shop = await DeliveringShop.start(redisUrl);
  }, 2 * LONGEST_MS);
  afterAll(() => shop?.stop(), LONGEST_MS);

  const keysIn = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('  '))
      .map((line) => line.trim());

  test(
    'orders paid at once are each delivered in exactly one mail, and no key is in two',
    async () => {
      const orders = await shop.checkOutMany(30, 'storm');
      await Promise.all(orders.map(({ session }) => control(shop.buyer, `sessions/${session}/pay`)));
      await eventually(
        () => shop.statuses(orders.map(({ session }) => session)),
        (all) => all.every((status) => status === 'completed'),
        LONGEST_MS,
      );
      const sent = await shop.mailsTo(orders.map(({ email }) => email));
      expect(sent).toHaveLength(30);
      const keys = sent.flatMap(({ text }) => keysIn(text));
      expect(keys).toHaveLength(30);
      expect(new Set(keys).size).toBe(30);
      expect(await brokenInvariants(shop.database, new Date())).toEqual([]);
    },
    2 * LONGEST_MS,
  );

  test(
    `${many} orders are delivered once each while an API process and a worker are asked to end, and no request is cut`,
    async () => {
      const orders = [];
      for (let part = 0; part < many / 50; part += 1) orders.push(...(await shop.checkOutMany(50, `many-${part}`)));
      const readers = shop.processes.apis.map((api) =>
        readUntilTold({ page: `${api}/products/getAllProductsFiltred?limit=20`, health: `${api}/health/ready` }),
      );
      const [worker = 0] = shop.processes.workerPids();
      const [, api = 0] = shop.processes.apiPids();
      for (let paid = 0; paid < orders.length; paid += 25) {
        await Promise.all(orders.slice(paid, paid + 25).map(({ session }) => control(shop.buyer, `sessions/${session}/pay`)));
        if (paid === 25) process.kill(worker, 'SIGTERM');
        if (paid === 50) process.kill(api, 'SIGTERM');
      }
      const sessions = orders.map(({ session }) => session);
      await eventually(
        () => shop.statuses(sessions),
        (all) => all.every((status) => status === 'completed'),
        3 * LONGEST_MS,
        500,
      );
      await eventually(
        async () => readers.map((reader) => reader.answers()),
        (all) => all.every((answers) => answers > 20),
        LONGEST_MS,
      );
      const read = await Promise.all(readers.map((reader) => reader.end()));
      // Both end by themselves, however fast the others were.
      await eventually(
        async () => [...shop.processes.workerPids(), ...shop.processes.apiPids()],
        (pids) => !pids.includes(worker) && !pids.includes(api),
        LONGEST_MS,
      );
      // The ended one was restarted: the rest uses all of them.
      const areReady = () =>
        Promise.all(
          shop.processes.apis.map((origin) =>
            fetch(`${origin}/health/ready`).then(
              ({ ok }) => ok,
              () => false,
            ),
          ),
        );
      await eventually(areReady, (all) => all.every(Boolean), LONGEST_MS);
      expect(read.flatMap(({ cut }) => cut)).toEqual([]);
      const sent = await shop.mailsTo(orders.map(({ email }) => email));
      expect(sent).toHaveLength(many);
      expect(new Set(sent.flatMap(({ text }) => keysIn(text))).size).toBe(many);
      report(`${many} orders paid, ${many} mails, ${many} keys while an API process and a worker ended`);
      expect(await brokenInvariants(shop.database, new Date())).toEqual([]);
    },
    8 * LONGEST_MS,
  );

  test.each(['twice', 'out-of-order', 'late'])(
    'webhooks that come %s deliver once',
    async (mode) => {
      const orders = await shop.checkOutMany(3, mode);
      await control(shop.buyer, 'webhooks', { mode, delayMs: 500 }, 'PUT');
      try {
        for (const { session } of orders) await control(shop.buyer, `sessions/${session}/pay`);
        await eventually(
          () => shop.statuses(orders.map(({ session }) => session)),
          (all) => all.every((status) => status === 'completed'),
          LONGEST_MS,
        );
        await new Promise((resolve) => setTimeout(resolve, 1500));
      } finally {
        await control(shop.buyer, 'webhooks', { mode: 'normal' }, 'PUT');
      }
      expect(await shop.mailsTo(orders.map(({ email }) => email))).toHaveLength(3);
    },
    2 * LONGEST_MS,
  );

  test.each(['forged', 'stale'])(
    'a %s webhook delivers nothing and is not stored',
    async (mode) => {
      const { rowCount: before } = await shop.database.query('select 1 from payment_event');
      const [order] = await shop.checkOutMany(1, mode);
      await control(shop.buyer, 'webhooks', { mode }, 'PUT');
      try {
        await control(shop.buyer, `sessions/${order?.session}/pay`);
        await new Promise((resolve) => setTimeout(resolve, 1500));
      } finally {
        await control(shop.buyer, 'webhooks', { mode: 'normal' }, 'PUT');
      }
      expect(await shop.statuses([order?.session ?? ''])).toEqual(['pending']);
      expect((await shop.database.query('select 1 from payment_event')).rowCount).toBe(before);
    },
    LONGEST_MS,
  );

  test(
    'a payment of another amount than the order holds the order, informs the buyer, and delivers nothing',
    async () => {
      const [order] = await shop.checkOutMany(1, 'tampered');
      await control(shop.buyer, `sessions/${order?.session}/tamper`, { amount: 51 });
      await control(shop.buyer, `sessions/${order?.session}/pay`);
      await eventually(
        () => shop.statuses([order?.session ?? '']),
        ([status]) => status === 'on_hold',
        LONGEST_MS,
      );
      const sent = await eventually(
        () => shop.mailsTo([order?.email ?? '']),
        (letters) => letters.length > 0,
        LONGEST_MS,
      );
      expect(sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^We have your payment: order /)]);
    },
    LONGEST_MS,
  );

  test(
    'a mail server that fails delays a mail and loses none, and an address that it refuses is in the timeline of the order',
    async () => {
      const [late, nobody] = await shop.checkOutMany(2, 'smtp');
      const emails = [late?.email ?? '', nobody?.email ?? ''];
      await mailServer(shop.buyer, { mode: 'defer', recipients: [emails[0]], times: 1 });
      await control(shop.buyer, `sessions/${late?.session}/pay`);
      await eventually(
        () => shop.timeline(late?.session ?? ''),
        (kinds) => kinds.includes('mail_delayed'),
        LONGEST_MS,
      );
      await mailServer(shop.buyer, { mode: 'reject', recipients: [emails[1]] });
      try {
        await control(shop.buyer, `sessions/${nobody?.session}/pay`);
        await eventually(
          () => shop.timeline(nobody?.session ?? ''),
          (kinds) => kinds.includes('mail_refused'),
          LONGEST_MS,
        );
        await eventually(
          () => shop.statuses([late?.session ?? '']),
          ([status]) => status === 'completed',
          LONGEST_MS,
        );
      } finally {
        await mailServer(shop.buyer, { mode: 'ok' });
      }
      expect((await shop.mailsTo(emails)).map(({ to }) => to[0]?.address)).toEqual([emails[0]]);
      expect(await shop.timeline(nobody?.session ?? '')).toEqual(['placed', 'paid', 'fulfilling', 'mail_refused']);
    },
    2 * LONGEST_MS,
  );

  test(
    'a bank transfer delivers nothing on its way and everything when it arrives',
    async () => {
      const [order] = await shop.checkOutMany(1, 'transfer');
      await control(shop.buyer, `sessions/${order?.session}/pay-later`, { settleAfterMs: 'never' });
      await new Promise((resolve) => setTimeout(resolve, 1000));
      expect(await shop.mailsTo([order?.email ?? ''])).toEqual([]);
      await control(shop.buyer, `sessions/${order?.session}/settle-transfer`, { outcome: 'succeed' });
      await eventually(
        () => shop.mailsTo([order?.email ?? '']),
        (sent) => sent.length === 1,
        LONGEST_MS,
      );
    },
    LONGEST_MS,
  );

  test(
    "workers that are killed lose no order, and nobody gets another buyer's key",
    async () => {
      const orders = await shop.checkOutMany(20, 'killed');
      const workers = shop.processes.workerPids();
      expect(workers).toHaveLength(2);
      const paying = Promise.all(orders.map(({ session }) => control(shop.buyer, `sessions/${session}/pay`)));
      await new Promise((resolve) => setTimeout(resolve, 120));
      for (const pid of workers) process.kill(pid, 'SIGKILL');
      await paying;
      // A claim of a dead worker is taken over after two minutes at the latest.
      await eventually(
        () => shop.statuses(orders.map(({ session }) => session)),
        (all) => all.every((status) => status === 'completed'),
        4 * LONGEST_MS,
        500,
      );
      const sent = await shop.mailsTo(orders.map(({ email }) => email));
      expect(new Set(sent.map(({ to }) => to[0]?.address)).size).toBe(20);
      // Repeats are allowed in the one window that docs/reliability.md names, under the same Message-ID.
      expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(20);
      const keysOf = Map.groupBy(sent, ({ to }) => to[0]?.address);
      for (const repeats of keysOf.values()) expect(new Set(repeats.map(({ text }) => text)).size).toBe(1);
      expect(await brokenInvariants(shop.database, new Date())).toEqual([]);
    },
    6 * LONGEST_MS,
  );
}
