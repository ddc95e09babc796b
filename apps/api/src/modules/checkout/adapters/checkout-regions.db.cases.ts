import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { addProducts, buyer, cartLine } from '../../../testing/products.ts';
import { CheckoutTestShop, COUNTRY_HEADER } from '../testing/checkout-test-shop.ts';

const EUROPE = { kinguinId: 21, name: 'Half Moon', regionId: 1, regionalLimitations: 'Europe', countryLimitation: ['PT'], keys: 20 };
const SOMEWHERE = { kinguinId: 22, name: 'Nowhere', regionId: 4, regionalLimitations: 'Other', keys: 20 };
const FREE = { kinguinId: 23, name: 'Everywhere', regionId: 3, regionalLimitations: 'Region free', keys: 20 };

export function checkoutRegions(): void {
  const fixture = new CheckoutTestShop();
  const permitting = new CheckoutTestShop();
  beforeAll(async () => {
    await Promise.all([fixture.open({ TRUST_PROXY: '1', COUNTRY_HEADER }), permitting.open({ ALLOW_OTHER_REGION: 'true' })]);
    for (const { shop } of [fixture, permitting]) await addProducts(shop, [EUROPE, SOMEWHERE, FREE]);
  });
  afterAll(() => Promise.all([fixture.close(), permitting.close()]));
  beforeEach(() => Promise.all([fixture.clear(), permitting.clear()]));

  const pay = (shop: CheckoutTestShop, selectedCountry: string | undefined, body: object = {}) =>
    shop.pay({ cart: [cartLine(23), cartLine(21)], data: { ...buyer, selectedCountry }, ...body });
  const sold = async (shop: CheckoutTestShop) => {
    const { rows } = await shop.shop.database.query<{ lines: { activation: object }[]; region_accepted_at: Date | null }>(
      `select lines, region_accepted_at from shop_order where status = 'pending'`,
    );
    return rows;
  };

  test.each([
    ['PL', 'ok', 'yes'],
    ['pl', 'ok', 'yes'],
    ['Portugal', 'region', 'no'],
    ['US', 'region', 'no'],
    ['TR', 'ok', 'unknown'],
    ['Atlantis', 'ok', 'unknown'],
    [undefined, 'ok', 'unknown'],
  ])('a key for Europe without Portugal is in a cart for %j of status %s, and activates: %s', async (country, status, activation) => {
    const answer = (await fixture.validate([cartLine(21)], { country })).json<{ lines: object[] }>();
    expect(answer).toMatchObject({
      otherRegionAllowed: false,
      lines: [{ status, activation, activatesIn: 'Europe, except Portugal', quantity: 1 }],
    });
  });

  test('a country that is no text is refused by its name', async () => {
    const answer = await fixture.validate([cartLine(21)], { country: ['PL'] });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({ details: [expect.objectContaining({ field: 'country' })] }),
    ]);
  });

  test('a line that is short and cannot be activated says that it cannot, with the quantity that there is', async () => {
    expect((await fixture.validate([cartLine(21, 30)], { country: 'US' })).json()).toMatchObject({
      lines: [{ status: 'region', quantity: 20 }],
    });
  });

  test('a checkout for a country that a line excludes is refused by a sentence that names both, and reserves nothing', async () => {
    const answer = await pay(fixture, 'US');
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      expect.objectContaining({
        message: 'Half Moon cannot be activated in United States.',
        otherRegionAllowed: false,
        lines: [expect.objectContaining({ _id: '23', status: 'ok' }), expect.objectContaining({ _id: '21', status: 'region' })],
      }),
    ]);
    expect(await fixture.openOrders()).toBe(0);
  });

  test.each([
    ['a country of the region', 'PL', [cartLine(21)]],
    ['no country', undefined, [cartLine(21)]],
    ['a country of two continents', 'TR', [cartLine(21)]],
    ['a country and a region that nobody knows', 'US', [cartLine(22)]],
  ])('a checkout for %s is sold', async (_what, country, cart) => {
    expect((await pay(fixture, country, { cart })).statusCode).toBe(201);
  });

  test.each([
    ['no country', undefined],
    ['one that does not exist', 'Atlantis'],
  ])('a buyer who names %s is refused what excludes the country of the proxy’s header, as his cart said', async (_what, country) => {
    expect((await fixture.validate([cartLine(21)], { country, header: 'US' })).json()).toMatchObject({ lines: [{ status: 'region' }] });
    const answer = await fixture.pay({ cart: [cartLine(21)], data: { ...buyer, selectedCountry: country } }, { header: 'US' });
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { message: 'Half Moon cannot be activated in United States.' }]);
  });

  test.each([
    ['names another country', 'PL', 'US'],
    ['is behind a proxy that does not know his country', undefined, 'XX'],
  ])('a buyer who %s is not refused for the proxy’s header', async (_what, country, header) => {
    expect((await fixture.validate([cartLine(21)], { country, header })).json()).toMatchObject({ lines: [{ status: 'ok' }] });
    expect((await fixture.pay({ cart: [cartLine(21)], data: { ...buyer, selectedCountry: country } }, { header })).statusCode).toBe(201);
  });

  test('that a key is for somebody elsewhere counts where the shop permits it, and is stored with the order', async () => {
    expect((await pay(fixture, 'US', { regionAccepted: true })).statusCode).toBe(409);
    expect((await pay(permitting, 'US')).json()).toMatchObject({ statusCode: 409, otherRegionAllowed: true });
    expect((await pay(permitting, 'US', { regionAccepted: true })).statusCode).toBe(201);
    expect((await sold(permitting)).map(({ region_accepted_at }) => region_accepted_at)).toEqual([permitting.shop.clock.now()]);
    expect((await permitting.validate([cartLine(21)], { country: 'US' })).json()).toMatchObject({ lines: [{ status: 'region' }] });
  });

  test('a buyer who accepts what his cart does not need has accepted nothing', async () => {
    expect((await pay(permitting, 'PL', { regionAccepted: true })).statusCode).toBe(201);
    expect((await sold(permitting)).map(({ region_accepted_at }) => region_accepted_at)).toEqual([null]);
  });

  test('a feed that changes a region changes what is in carts, and an order keeps what it was sold with', async () => {
    expect((await pay(fixture, 'PL')).statusCode).toBe(201);
    await addProducts(fixture.shop, [{ ...EUROPE, regionId: 2, regionalLimitations: 'United States', countryLimitation: [], keys: 0 }]);
    expect((await fixture.validate([cartLine(21)], { country: 'PL' })).json()).toMatchObject({
      lines: [{ status: 'region', activatesIn: 'United States' }],
    });
    expect((await sold(fixture))[0]?.lines.map(({ activation }) => activation)).toMatchObject([
      { regionId: 3 },
      { regionId: 1, regionalLimitations: 'Europe', countryLimitation: ['PT'] },
    ]);
  });
}
