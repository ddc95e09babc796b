import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MAIL_KINDS, MailOutbox, Transaction } from '../../../shared/ports.ts';
import { FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { MailRows, MailWriters } from '../ports.ts';
import { InMemoryMailRows } from '../testing/in-memory-mail-rows.ts';
import { mailRowsContract } from '../testing/mail-rows.contract.ts';

export function mails(): void {
  describe('on PostgreSQL', () => {
    let shop: TestShop;
    const inTransaction = <T>(work: () => Promise<T>) => shop.get(Transaction).run(work);

    beforeAll(async () => {
      shop = await testShop({ environment: { STOREFRONT_ORIGIN: 'https://shop.example', API_ORIGIN: 'https://api.example' } });
    });
    afterAll(() => shop.close());
    beforeEach(() => shop.database.query('delete from letter; delete from outbox'));

    mailRowsContract(async () => ({ rows: shop.get(MailRows), clock: shop.clock, inTransaction }));

    test('a planned mail and its job, which holds an id only, commit together or not at all', async () => {
      const plan = (about: string) => shop.get(MailOutbox).plan({ id: `${about}-keys-1`, kind: 'keys', about });
      await inTransaction(() => plan('order-1'));
      await expect(
        inTransaction(async () => {
          await plan('order-2');
          throw new Error('undone');
        }),
      ).rejects.toThrow('undone');
      expect((await shop.database.query('select id, state from letter')).rows).toEqual([{ id: 'order-1-keys-1', state: 'waiting' }]);
      expect((await shop.database.query('select job_id, queue, data from outbox')).rows).toEqual([
        { job_id: 'order-1-keys-1', queue: 'delivery', data: { mailId: 'order-1-keys-1' } },
      ]);
    });

    test('the version before this one can still plan, claim and close its mails', async () => {
      await shop.database
        .query(`insert into order_mail (id, order_id, kind, state, created_at) values ('o-keys-1', 'o', 'keys', 'waiting', now())
      on conflict (id) do nothing`);
      const { rows } = await shop.database.query(`update order_mail set state = 'sending' where id = 'o-keys-1' returning order_id, kind`);
      expect(rows).toEqual([{ order_id: 'o', kind: 'keys' }]);
    });

    test('the page of samples shows every mail in both forms, and nothing in another address', async () => {
      const page = await shop.app.inject('/dev/mails');
      expect(page.statusCode).toBe(200);
      for (const name of samples().map((sample) => sample.name)) {
        expect(page.body).toContain(`/dev/mails/${name}`);
        expect((await shop.app.inject(`/dev/mails/${name}`)).body).toContain('<!doctype html>');
        expect((await shop.app.inject(`/dev/mails/${name}?scheme=dark`)).body).toContain('@media all');
        expect((await shop.app.inject(`/dev/mails/${name}?form=text`)).body).toContain('<pre');
      }
      expect((await shop.app.inject('/dev/mails/nothing')).statusCode).toBe(404);
      const pictures = samples().flatMap(({ draft }) =>
        [...draft.html.matchAll(/\ssrc="https:\/\/api\.example([^"]+)"/g)].map(([, path = '']) => path),
      );
      expect(pictures.length).toBeGreaterThan(0);
      for (const path of new Set(pictures)) expect((await shop.app.inject(path)).statusCode).toBe(200);
    });

    test('in production there are no samples', async () => {
      Object.assign(shop.config, { isProduction: true });
      try {
        expect((await shop.app.inject('/dev/mails')).statusCode).toBe(404);
        for (const name of ['delivery', 'cover.svg']) expect((await shop.app.inject(`/dev/mails/${name}`)).statusCode).toBe(404);
      } finally {
        Object.assign(shop.config, { isProduction: false });
      }
    });

    test('each mail has one writer and a name of its own', () => {
      const kinds = shop
        .get(MailWriters)
        .all()
        .flatMap((writer) => [...writer.kinds]);
      expect(new Set(kinds).size).toBe(kinds.length);
      expect(kinds.every((kind) => MAIL_KINDS.includes(kind))).toBe(true);
      expect(new Set(samples().map(({ name }) => name)).size).toBe(samples().length);
      expect(new Set(samples().map(({ kind }) => kind))).toEqual(new Set(MAIL_KINDS));
    });

    test("every mail links to the shop only, has one button at most, loads only the shop's pictures, and has no script", () => {
      for (const { kind, draft } of samples()) {
        // Only mails to staff link to the payment provider.
        const admitted = ['https://shop.example', ...(kind === 'alert' ? ['https://dashboard.stripe.com'] : [])];
        const origins = (pattern: RegExp, text = draft.html) =>
          new Set([...text.matchAll(pattern)].map(([, address = '']) => new URL(address).origin));
        const links = new Set([...origins(/\shref="([^"]+)"/g), ...origins(/(https?:[^\s"<]+)/g, draft.text)]);
        expect([...links].filter((origin) => !admitted.includes(origin))).toEqual([]);
        expect([...origins(/\ssrc="([^"]+)"/g)].filter((origin) => origin !== 'https://api.example')).toEqual([]);
        expect(draft.html.split('class="button"').length).toBeLessThanOrEqual(2);
        expect(draft.html).not.toMatch(/<script|<link|<form|@import|@font-face|url\(/i);
        expect(draft.html).toContain('prefers-color-scheme: dark');
      }
    });

    test('every mail says in its text what its HTML says, links included', () => {
      for (const { name, draft } of samples()) {
        expect(draft.text).not.toMatch(/<[a-z]|&#\d+;/i);
        const button = /class="button" href="([^"]+)"/
          .exec(draft.html)?.[1]
          ?.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
        if (button !== undefined) expect([name, draft.text]).toEqual([name, expect.stringContaining(button)]);
        expect(draft.subject).toMatch(/^[^\r\n]{5,90}$/);
      }
    });

    test.each(['CODE://RED', 'https://evil.example', 'mailto:eve@evil.example', 'See HTTP://evil.example/x" href="http://evil.example'])(
      'a mail is written and has no other links, whatever names of people and games it contains: %s',
      (untrusted) => {
        for (const { name, kind, draft } of samples(untrusted)) {
          const admitted = ['https://shop.example', ...(kind === 'alert' ? ['https://dashboard.stripe.com'] : [])];
          const links = [...draft.html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, address = '']) => new URL(address).origin);
          expect([name, links.filter((origin) => !admitted.includes(origin))]).toEqual([name, []]);
          expect([name, draft.subject]).toEqual([name, expect.not.stringContaining(untrusted)]);
        }
      },
    );

    function samples(untrusted?: string) {
      return shop
        .get(MailWriters)
        .all()
        .flatMap((writer) => [...writer.samples(untrusted)]);
    }
  });

  describe('the fake', () => {
    mailRowsContract(async () => {
      const clock = new FixedClock();
      return { rows: new InMemoryMailRows(clock), clock, inTransaction: (work) => new PlainTransaction().run(work) };
    });
  });
}
