import { Captcha, type CaptchaChallenge } from '../../platform/captcha/ports.ts';
import { ImageStore } from '../../platform/images/ports.ts';
import { InMemoryPaymentProvider } from '../../modules/payments/testing/in-memory-payments.ts';
import { PaymentProvider } from '../../modules/payments/application/ports.ts';
import { Newsletter } from '../../modules/newsletter/application/newsletter.ts';
import { GuestLinks } from '../../modules/orders/application/guest-links.ts';
import { MailedTokens, type MailedTokenKind } from '../../modules/users/application/ports.ts';
import { Sessions } from '../../modules/users/application/sessions.ts';
import { Passwords } from '../../modules/users/index.ts';
import { Ids, Mailer, Transaction } from '../../shared/ports.ts';
import { captchaCookie } from '../captcha.ts';
import { RecordingMailer } from '../fakes.ts';
import { addUser } from '../people.ts';
import { addProducts, buyer, cartLine } from '../products.ts';
import { buy } from '../sales.ts';
import { type TestShop, testShop } from '../test-shop.ts';

/** What one call sends; a form's file is not part of `body`. */
export interface Call {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Instead of `body`: sent unchanged. */
  readonly remoteAddress?: string;
  readonly raw?: { readonly payload: string; readonly type: string };
}

/** Creates a new call that succeeds. */
export type ValidCall = () => Promise<Call> | Call;

/** A fake hash: thousands of logins are made here. */
class WordPasswords extends Passwords {
  override hash = async (password: string) => `hash of ${password}`;
  override isRight = async (_password: string, hash: string | null) => hash !== null;
}

class WordCaptcha extends Captcha {
  override challenge = async (): Promise<CaptchaChallenge> => ({ provider: 'altcha' });
  override isSolved = async (value: string) => value === 'solved';
}

/** One picture, in every size. */
const PICTURE = '0123456789abcdef0123456789abcdef';
class OnePicture extends ImageStore {
  override get = async (key: string) => (key.includes(PICTURE) ? Buffer.from('a picture') : null);
  override put = async () => undefined;
  override has = async (key: string) => key.includes(PICTURE);
}
/** Nothing listens there: redirects to a provider work, calls to it fail. */
const NOWHERE = 'http://127.0.0.1:9';

const provider = new InMemoryPaymentProvider();

/** The whole API with limits lifted, and without the waiting that hashes and captchas are for. */
export function openShop(environment: (databaseUrl: string) => Record<string, string> = () => ({})): Promise<TestShop> {
  return testShop({
    fakes: [
      { provide: PaymentProvider, useValue: provider },
      { provide: Mailer, useValue: new RecordingMailer() },
      { provide: Passwords, useValue: new WordPasswords() },
      { provide: Captcha, useValue: new WordCaptcha() },
      { provide: ImageStore, useValue: new OnePicture() },
    ],
    environment: (databaseUrl) => ({
      RATE_LIMIT_SCALE: '1000000',
      IDENTITY_STAND_IN_URL: NOWHERE,
      KINGUIN_API_KEY: 'key',
      KINGUIN_API_URL: NOWHERE,
      ...environment(databaseUrl),
    }),
  });
}

/** Fills the shop; returns a valid call per operation. */
export async function validCalls(shop: TestShop): Promise<Record<string, ValidCall>> {
  const softwareId = '01hqx3m9v70000000000000000';
  await addProducts(shop, [{ kinguinId: 1, keys: 400 }, { kinguinId: 3 }]);
  await addProducts(shop, [
    { kinguinId: undefined as never, _id: softwareId, productId: 'CustomGame', productName: 'Writer Pro', name: undefined },
  ]);
  await shop.database.query(`insert into info_page values ('Terms', 'Company', 2, '<p>T</p>', 'm', now(), 't');
    insert into blog_post (id, unique_route, title, cover_image, meta_description, description, published_at, created_at, updated_at, changed_by)
      values ('b1', 'first-post', 'First Post', 'abc', 'm', '<p>1</p>', null, now(), now(), 't')`);
  const owner = await addUser(shop, 'owner');
  const orderId = await buy(shop, provider, { token: owner.token, email: owner.email });
  const guestToken = shop.get(GuestLinks).tokenOf({ id: orderId, linkRound: 0 });
  const { rows: started } = await shop.database.query<{ session_id: string; browser_id: string }>(
    'select session_id, browser_id from shop_order where id = $1',
    [orderId],
  );
  let count = 0;
  const someone = (options?: { isVerified?: boolean }) => addUser(shop, `somebody${(count += 1)}`, options);
  const authorized = (token: string) => ({ authorization: token });
  const asOwner: Call = { headers: authorized(owner.token) };

  async function link(kind: MailedTokenKind, { id: userId, email }: { id: string; email: string }): Promise<string> {
    const id = shop.get(Ids).next();
    const expiresAt = new Date(shop.clock.now().getTime() + 60_000);
    await shop.get(Transaction).run(() => shop.get(MailedTokens).add({ id, kind, userId, email, expiresAt }));
    return shop.get(MailedTokens).plain(id);
  }

  /** Another login of the owner. */
  async function extraSession(): Promise<{ id: string; token: string }> {
    const id = shop.get(Ids).next();
    const now = shop.clock.now();
    const expiresAt = new Date(now.getTime() + 60_000);
    await shop.get(Sessions).see({
      ...{ id, userId: owner.id, version: 1, network: '127.0.0.1', browser: null },
      ...{ startedAt: now, seenAt: now, expiresAt },
    });
    return { id, token: owner.token };
  }

  async function newsletterTokens() {
    const email = `reader${(count += 1)}@example.com`;
    await shop.get(Newsletter).subscribe(email, '127.0.0.1');
    const { rows } = await shop.database.query<{ id: string }>('select id from newsletter_subscription where email = $1', [email]);
    const tokens = await shop.get(Newsletter).openMail(rows[0]?.id ?? '', { isFirstTry: true });
    if (tokens === null) throw new Error('The subscription did not wait for a confirmation.');
    return tokens;
  }

  const list = { page: '1', limit: '5', genres: 'Action', minPrice: '0', maxPrice: '100', currency: 'usd', sort: 'newest' };
  return {
    getHome: () => ({}),
    listPages: () => ({}),
    getPage: () => ({ body: { name: 'Terms' } }),
    listBlogPosts: () => ({}),
    getBlogPost: () => ({ parameters: { id: 'first-post' } }),
    listBlockedIps: () => ({}),
    listBlockedCountries: () => ({}),
    getVisitor: () => ({}),
    getGameByKinguinId: () => ({ parameters: { id: '1' } }),
    listPlatformProducts: () => ({ parameters: { platform: 'Steam' }, query: list }),
    listSoftware: () => ({ query: list }),
    listFilteredProducts: () => ({ query: list }),
    searchProducts: () => ({ parameters: { query: 'game' }, query: list }),
    getSoftware: () => ({ parameters: { id: softwareId } }),
    listSimilarProducts: () => ({ body: { id: 1, genres: ['Action'], platform: 'Steam' } }),
    listSitemapParts: () => ({}),
    listSitemapProducts: () => ({ query: { limit: '10' } }),
    listReviews: () => ({ parameters: { productType: 'kinguin', productId: '1' } }),
    addReview: () => ({ ...asOwner, body: { productType: 'kinguin', kinguin: '1', rating: 5, description: 'Works.' } }),
    validateCart: () => ({ body: { cart: [cartLine(1)], currency: 'EUR' } }),
    createPaymentCheckout: () => ({ ...asOwner, body: { cart: [cartLine(1)], data: buyer, currency: 'EUR', expectedTotal: 10 } }),
    getCaptchaChallenge: () => ({}),
    verifyCaptcha: () => ({ body: { captchaValue: 'solved' } }),
    sendMessage: async () => ({
      headers: { cookie: await captchaCookie(shop) },
      body: { fullName: 'Ada Buyer', email: `writer${(count += 1)}@example.com`, message: 'Hello' },
    }),
    subscribeToNews: () => ({ body: { email: `reader${(count += 1)}@example.com` } }),
    confirmNews: async () => ({ parameters: { token: (await newsletterTokens()).confirm } }),
    unsubscribeFromNews: async () => ({ parameters: { token: (await newsletterTokens()).unsubscribe } }),
    signUp: () => ({
      body: { username: 'Ada', lastname: 'Buyer', email: `new${(count += 1)}@example.com`, password: 'unheard-of-47-words' },
    }),
    resendVerification: () => ({ body: { email: owner.email } }),
    verifyEmail: async () => {
      const user = await someone({ isVerified: false });
      return { parameters: { token: await link('verification', user) }, headers: authorized(user.token) };
    },
    login: () => ({ body: { email: owner.email, password: 'anything' } }),
    forgotPassword: () => ({ body: { email: owner.email } }),
    verifyOtp: async () => ({ body: { otp: await link('reset', owner) } }),
    resetPassword: async () => {
      const user = await someone();
      return { body: { email: user.email, otp: await link('reset', user), newPassword: 'unheard-of-47-words' } };
    },
    listProviders: () => ({}),
    getProfile: () => asOwner,
    changeProfile: () => ({ ...asOwner, body: { username: 'Ada', lastname: 'Buyer' } }),
    changePassword: async () => ({
      headers: authorized((await someone()).token),
      body: { currentPassword: 'anything', newPassword: 'unheard-of-47-words' },
    }),
    logOut: async () => ({ headers: authorized((await someone()).token) }),
    logOutEverywhere: async () => ({ headers: authorized((await someone()).token) }),
    listSignIns: () => asOwner,
    listSessions: () => asOwner,
    endSession: async () => {
      const { token, id } = await extraSession();
      return { headers: authorized(token), parameters: { id } };
    },
    listSocialLogins: () => asOwner,
    unlinkSocialLogin: async () => {
      await shop.database.query(
        `insert into user_identity (provider, provider_id, user_id, created_at) values ('steam', $1, 'owner', now())`,
        [shop.get(Ids).next()],
      );
      return { ...asOwner, parameters: { provider: 'steam' }, body: { currentPassword: 'anything' } };
    },
    getPersonalData: () => asOwner,
    closeAccount: async () => ({ headers: authorized((await someone()).token), body: { currentPassword: 'anything' } }),
    closeAccountByLink: async () => ({ parameters: { token: await link('close-account', await someone()) } }),
    askForPersonalData: () => ({ body: { email: owner.email } }),
    openPersonalData: async () => ({ parameters: { token: await link('personal-data', owner) } }),
    getWishlist: () => asOwner,
    mergeWishlist: () => ({ ...asOwner, body: { items: ['1'], removed: ['3'] } }),
    listOrders: () => asOwner,
    revealOrderKeys: () => ({ ...asOwner, parameters: { id: orderId } }),
    resendOrderKeys: () => ({ ...asOwner, parameters: { id: orderId } }),
    getStartedOrder: () => ({
      parameters: { session: started[0]?.session_id ?? '' },
      headers: { cookie: `browser=${started[0]?.browser_id}` },
    }),
    getGuestOrder: () => ({ parameters: { token: guestToken } }),
    resendGuestOrderKeys: () => ({ parameters: { token: guestToken } }),
    getImage: () => ({ parameters: { file: `${PICTURE}-320.webp` } }),
    isLive: () => ({}),
    isReady: () => ({}),
    logInWithGoogle: () => ({}),
    logInWithFacebook: () => ({}),
    logInWithSteam: () => ({}),
    cancelPaymentCheckout: () => ({}),
    receiveSupplierHint: () => ({
      parameters: { name: 'kinguin' },
      headers: { 'x-event-name': 'product.update' },
      body: { kinguinId: 1 },
    }),
    receiveStripeEvent: () => ({
      headers: { 'stripe-signature': 'signed' },
      body: { id: `evt_${(count += 1)}`, type: 'checkout.session.expired', sessionId: null, payload: {} },
    }),
  };
}
