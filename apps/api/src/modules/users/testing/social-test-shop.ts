import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { Mailer } from '../../../shared/ports.ts';
import { RecordingMailer } from '../../../testing/fakes.ts';
import { type TestShop, testShop } from '../../../testing/test-shop.ts';
import { Passwords } from '../application/ports.ts';
import { type IdentityStandIn, identityStandIn } from './identity-stand-in.ts';
import { CountingPasswords } from './in-memory-users.ts';
import { deliverMails } from './mailbox.ts';

export const paths = { google: '/auth/google/callback', facebook: '/auth/facebook/callback', steam: '/user/steam' } as const;
export type Site = keyof typeof paths;
export const sites = Object.keys(paths) as Site[];
export const locationOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers.location);
/** What a person enters at a site, whose address it has checked. */
export const robin = { name: 'Robin', email: 'robin@players.example', verified: 'on' };

export type SocialTestShop = ReturnType<typeof socialTestShop>;

/** A shop for all tests of a file beside a stand-in of the sites, without accounts at the start of each, and a browser that visits both. */
export function socialTestShop() {
  const mailer = new RecordingMailer();
  let standIn: IdentityStandIn;
  let shop: TestShop;
  beforeAll(async () => {
    standIn = await identityStandIn();
    shop = await testShop({
      environment: { IDENTITY_STAND_IN_URL: standIn.origin },
      fakes: [
        { provide: Mailer, useValue: mailer },
        { provide: Passwords, useValue: new CountingPasswords() },
      ],
    });
  });
  afterAll(async () => {
    await shop.close();
    await standIn.stop();
  });
  beforeEach(() => shop.database.query('delete from rate_limit; delete from letter; delete from sign_in; delete from shop_user'));

  const visit = (url: string, cookie = '') => shop.app.inject({ url, headers: { cookie } });
  const profile = async (home: string) => {
    const token = new URL(home).searchParams.get('token') ?? '';
    return (await shop.app.inject({ url: '/user/profile', headers: { authorization: token } })).json<Record<string, unknown>>();
  };

  /** Clicks the button, and returns the redirect to the site and the cookie. */
  async function begin(site: Site) {
    const answer = await visit(paths[site]);
    expect(answer.statusCode).toBe(302);
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: 'social', httpOnly: true, sameSite: 'Lax', maxAge: 600 });
    return { to: new URL(locationOf(answer)), cookie: `social=${cookie?.value}` };
  }

  /** Presses a button of the site's page; returns the redirect to the shop. */
  async function decide(to: URL, entries: Record<string, string>): Promise<URL> {
    const page = await (await fetch(to)).text();
    const hidden = [...page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]);
    const action = /method="post" action="([^"]*)"/.exec(page)?.[1] ?? '';
    const body = new URLSearchParams({ ...(Object.fromEntries(hidden) as Record<string, string>), ...entries });
    const answer = await fetch(new URL(action, standIn.origin), { method: 'POST', body, redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '');
  }

  async function logIn(site: Site, entries: Record<string, string>): Promise<string> {
    const { to, cookie } = await begin(site);
    const back = await decide(to, entries);
    return locationOf(await visit(back.pathname + back.search, cookie));
  }
  const failed = (failure: string) => `${shop.config.storefrontOrigin}/auth/login?error=${failure}`;

  return {
    get shop() {
      return shop;
    },
    get standIn() {
      return standIn;
    },
    /** Runs the worker, and returns the new mails. */
    mails: () => deliverMails(shop, mailer),
    visit,
    profile,
    begin,
    decide,
    logIn,
    failed,
  };
}
