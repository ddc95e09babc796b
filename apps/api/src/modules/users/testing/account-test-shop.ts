import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Mailer } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Passwords } from '../application/ports.ts';
import { CountingPasswords } from './in-memory-users.ts';
import { deliverMails, tokenIn } from './mailbox.ts';

export const ada = { username: 'Ada', lastname: 'Buyer', email: 'Ada@Example.com', password: 'a green bicycle' };

export type AccountTestShop = ReturnType<typeof accountTestShop>;

/**
 * A shop for all tests of a file, without accounts at the start of each; it records mails, and counts password hashes instead of computing
 * them.
 */
export function accountTestShop() {
  const mailer = new RecordingMailer();
  const passwords = new CountingPasswords();
  let shop: TestShop;
  /** The cookie of the browser that signed up last. */
  let memory = '';
  beforeAll(async () => {
    shop = await testShop({
      fakes: [
        { provide: Mailer, useValue: mailer },
        { provide: Passwords, useValue: passwords },
      ],
    });
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    mailer.sent.length = 0;
    mailer.failure = null;
    return shop.database.query(
      'delete from rate_limit; delete from letter; delete from outbox; delete from account_token; delete from single_use; delete from shop_user',
    );
  });

  const post = async (url: string, payload: object, token?: string) => {
    const headers = token === undefined ? {} : { authorization: token };
    const answer = await shop.app.inject({ method: 'POST', url: `/user/${url}`, payload, headers });
    const [cookie] = answer.cookies;
    if (cookie?.name === 'signup') memory = `signup=${cookie.value}`;
    return answer;
  };
  const mails = () => deliverMails(shop, mailer);
  return {
    get shop() {
      return shop;
    },
    get memory() {
      return memory;
    },
    mailer,
    passwords,
    post,
    /** Runs the worker, and returns the new mails. */
    mails,
    profile: (authorization: string) => shop.app.inject({ url: '/user/profile', headers: { authorization } }),
    verify: (token: string, cookie = memory) => shop.app.inject({ url: `/user/verify/${token}`, headers: { cookie } }),
    logIn: async (password = ada.password) => (await post('login', { email: ada.email, password })).json<{ tk: string }>().tk,
    /** The reset token that the mail of a new request holds. */
    async askReset(): Promise<string> {
      await post('forgot-password', { email: ada.email });
      return tokenIn((await mails()).at(-1));
    },
  };
}
