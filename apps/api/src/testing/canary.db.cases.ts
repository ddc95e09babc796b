import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PaymentProvider } from '../modules/payments/application/ports.ts';
import type { InMemoryPaymentProvider } from '../modules/payments/testing/in-memory-payments.ts';
import { GuestLinks } from '../modules/orders/application/guest-links.ts';
import { AddKeys } from '../modules/stock/index.ts';
import { CaptchaPasses } from '../platform/captcha/captcha-pass.ts';
import { SendMail } from '../platform/mail/sending/send-mail.ts';
import { openApiDocument } from '../platform/http/openapi/openapi.ts';
import { JsonLogger } from '../platform/logging/json-logger.ts';
import { safeError } from '../platform/logging/safe-error.ts';
import { Mailer } from '../shared/ports.ts';
import { type ValidCall, validCalls, openShop } from './bad-input/valid-calls.ts';
import { operationsOf } from './bad-input/schema.ts';
import { send } from './bad-input/sending.ts';
import type { RecordingMailer } from './fakes.ts';
import { addUser } from './people.ts';
import { addProducts, buyer, cartLine } from './products.ts';
import { buy } from './sales.ts';
import type { TestShop } from './test-shop.ts';

/** Personal data and secrets of shoppers, which no log may contain. */
const canary = {
  name: 'Canaryname',
  email: 'canary-mail@example.com',
  password: 'canary-password-47',
  phone: '+48 555 047 047',
  notes: 'canary notes',
  message: 'canary message',
  key: 'CANARY-KEY-4711',
} as const;

const logged: string[] = [];

export function canaryCases(): void {
  const secrets = new Set<string>(Object.values(canary));
  /** The lines of the real logger, at its lowest level. */
  const logger = new JsonLogger('debug', { write: (line) => void logged.push(line) });

  let provider: InMemoryPaymentProvider;
  let mailer: RecordingMailer;
  let shop: TestShop;
  let good: Record<string, ValidCall>;

  beforeAll(async () => {
    shop = await openShop();
    shop.app.useLogger(logger);
    provider = shop.get(PaymentProvider) as InMemoryPaymentProvider;
    mailer = shop.get(Mailer) as RecordingMailer;
    good = await validCalls(shop);
    const [productId = ''] = await addProducts(shop, [{ kinguinId: 47 }]);
    const keys = [1, 2, 3, 4, 5].map((number) => ({ productId, secret: { kind: 'text', key: `${canary.key}-${number}` } as const }));
    await shop.get(AddKeys).run(keys, 'test');
  });
  afterAll(() => shop.close());

  async function everyCall(): Promise<number[]> {
    const { token } = await addUser(shop, `canary-${shop.clock.now().getTime()}`);
    shop.clock.advance(1);
    const { rows } = await shop.database.query<{ id: string }>(`select id from shop_order where status = 'completed' limit 1`);
    const guestToken = shop.get(GuestLinks).tokenOf({ id: rows[0]?.id ?? '01hzx3v9k2m4n6p8q0r2s4t6w8', linkRound: 0 });
    secrets.add(token).add(guestToken);
    const statuses: number[] = [];
    const call = async (
      method: 'GET' | 'POST',
      url: string,
      payload?: object,
      headers: Record<string, string> = { authorization: token },
    ) => {
      const answer = await shop.app.inject({ method, url, headers, ...(payload && { payload }) });
      statuses.push(answer.statusCode);
    };
    const person = { username: canary.name, lastname: canary.name, email: canary.email, password: canary.password };
    await call('POST', '/user/signup', person, {});
    await call('POST', '/user/login', { email: canary.email, password: canary.password }, {});
    await call('POST', '/user/login', { email: canary.email, password: `${canary.password}x` }, {});
    await call('POST', '/user/forgot-password', { email: canary.email }, {});
    const data = { ...buyer, fullName: canary.name, email: canary.email, phone: canary.phone, customerNotes: canary.notes };
    await call('POST', '/products/payment_checkout', { cart: [cartLine(47)], data, currency: 'EUR' });
    await call('POST', '/products/payment_checkout', { cart: canary.message, data, currency: 'EUR' });
    await call('GET', `/order/guest/${guestToken}`);
    await call('POST', `/order/guest/${guestToken}/resend`);
    await call('GET', '/order');
    await call('POST', '/news', { email: canary.email });
    await call('GET', `/news/confirm/${guestToken}`);
    const form = Object.entries({ fullName: canary.name, email: canary.email, message: canary.message })
      .map(([name, value]) => `--e\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('');
    const pass = await shop.get(CaptchaPasses).issue();
    secrets.add(pass);
    const contact = await shop.app.inject({
      method: 'POST',
      url: '/contact/contacts',
      headers: { 'content-type': 'multipart/form-data; boundary=e', cookie: `captcha=${pass}` },
      payload: `${form}--e--\r\n`,
    });
    statuses.push(contact.statusCode);
    return statuses;
  }

  async function sendAll(): Promise<void> {
    const { rows } = await shop.database.query<{ id: string }>(`select id from letter where state = 'waiting'`);
    for (const { id } of rows)
      await shop
        .get(SendMail)
        .run(id)
        .catch((error: unknown) => logger.error(safeError(error)));
    // The token of a mailed link is as secret as a password.
    for (const { text, to } of mailer.sent) for (const token of [to, ...(text.match(/[\w-]{43,}|KEY-\d+-\d+/g) ?? [])]) secrets.add(token);
  }

  /** Every valid call of the shop, with its tokens recorded as secrets. Returns their number. */
  async function everyValidCall(): Promise<number> {
    const failed: string[] = [];
    const operations = operationsOf(openApiDocument(shop.app)).filter(({ id }) => good[id] !== undefined);
    for (const operation of operations) {
      const call = (await good[operation.id]?.()) ?? {};
      const { email, otp, newPassword, password } = Object(call.body) as Record<string, string | undefined>;
      const cookie = call.headers?.cookie?.split('=')[1];
      for (const secret of [call.headers?.authorization, call.parameters?.token, cookie, email, otp, newPassword, password])
        if (secret !== undefined) secrets.add(secret);
      const { status, text } = await send(shop, operation, call);
      if (status >= 400) failed.push(`${operation.id} ${status} ${text}`);
      for (const [, token = ''] of text.matchAll(/"(?:tk|token)":"([^"]+)"/g)) secrets.add(token);
    }
    expect(failed).toEqual([]);
    return operations.length;
  }

  /** Comes back from each other site with an answer that cannot be checked, because the site is down. */
  async function everyFailedSocialLogin(): Promise<void> {
    for (const path of ['/auth/google/callback', '/auth/facebook/callback', '/user/steam']) {
      const begun = await shop.app.inject(path);
      const cookie = begun.cookies.find(({ name }) => name === 'social')?.value ?? '';
      const to = new URL(String(begun.headers.location));
      const back = new URL(to.searchParams.get('openid.return_to') ?? `http://x/?state=${to.searchParams.get('state')}`);
      const state = back.searchParams.get('state') ?? '';
      const answer = { state, code: `canary-code-${path}`, 'openid.mode': 'id_res', 'openid.sig': 'canary-signature' };
      secrets.add(cookie).add(state).add(answer.code).add(answer['openid.sig']);
      await shop.app.inject({ url: `${path}?${new URLSearchParams(answer).toString()}`, headers: { cookie: `social=${cookie}` } });
    }
  }
  const leaks = () => [...secrets].filter((secret) => logged.some((line) => line.includes(secret)));

  test('while all goes well, no personal data, password, key or token is logged', async () => {
    await buy(shop, provider, { kinguinId: 47, email: canary.email });
    expect((await everyCall()).some((status) => status >= 500)).toBe(false);
    expect(await everyValidCall()).toBe(Object.keys(good).length);
    await sendAll();
    expect(mailer.sent.length).toBeGreaterThan(2);
    // Requests are logged at this level: an empty log would contain no secret either.
    expect(logged.filter((line) => line.includes('"message":"answered"')).length).toBeGreaterThan(Object.keys(good).length);
    expect(leaks()).toEqual([]);
  });

  test('a failed login by another site is logged, without the values that would finish it', async () => {
    logged.length = 0;
    await everyFailedSocialLogin();
    expect(logged.filter((line) => line.includes('A login by another site failed.')).length).toBe(3);
    expect(leaks()).toEqual([]);
  });

  test('when writing fails everywhere, the log reports it and names nobody', async () => {
    for (const table of ['shop_order', 'letter', 'key_reveal', 'contact_message', 'newsletter_subscription'])
      await shop.database.query(`alter table ${table} add constraint ${table}_planted check (false) not valid`);
    try {
      logged.length = 0;
      const statuses = await everyCall();
      expect(statuses.filter((status) => status === 500).length).toBeGreaterThanOrEqual(4);
      expect(logged.length).toBeGreaterThanOrEqual(4);
      await sendAll();
      expect(leaks()).toEqual([]);
    } finally {
      for (const table of ['shop_order', 'letter', 'key_reveal', 'contact_message', 'newsletter_subscription'])
        await shop.database.query(`alter table ${table} drop constraint ${table}_planted`);
    }
  });
}
