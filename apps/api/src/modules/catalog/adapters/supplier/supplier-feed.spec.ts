import { expect, test } from '@jest/globals';
import { COUNTRY_CODES } from '@keyturn/shop-rules';
import { readConfig } from '../../../../platform/config/config.ts';
import type { ImportedProduct } from '../../domain/imported-product.ts';
import { SupplierFeed } from './supplier-feed.ts';

const feed = new SupplierFeed(readConfig({ MARGIN: '0.1' }));
const line = { kinguinId: 1949, name: 'Counter-Strike: Source Steam CD Key', platform: 'PC Steam', price: 5.79, productId: 'abc' };

function read(more: Record<string, unknown> | string) {
  return feed.read({ number: 1, text: typeof more === 'string' ? more : JSON.stringify({ ...line, ...more }) });
}

function product(more: Record<string, unknown>): ImportedProduct {
  const answer = read(more);
  if ('reason' in answer) throw new Error(answer.reason);
  return answer.product;
}

test("a supplier's price stays private and becomes the shop's with the margin", () => {
  expect(product({}).costMinor).toBe(579);
  expect(product({}).price.prices.Eur.listMinor).toBe(637);
  expect(product({ sellPrice: 6.5 }).price.prices.Eur.listMinor).toBe(650);
});

test.each([
  ['PC Steam', 'Steam'],
  ['EA App', 'Origin / EA app'],
  ['PC Digital Download', 'Official website'],
  ['xbox series x|s', 'Xbox Series X|S'],
  [' pc  gog ', 'GOG.com'],
])('the platform %s is %s', (given, platform) => {
  expect(product({ platform: given }).platform).toBe(platform);
  expect(product({ platform: undefined, plateform: given }).platform).toBe(platform);
});

test('unknown genres are left out with a warning, known ones come in their right spelling', () => {
  const answer = read({ genres: ['action', 'Software', 'RPG', 'rpg'] });
  expect(answer).toMatchObject({ product: { genres: ['Action', 'RPG'] }, warnings: ['unknown genre "Software" left out'] });
});

test('the same line reads the same, another price does not', () => {
  const hash = (more: Record<string, unknown>) => {
    const answer = read(more);
    return 'hash' in answer ? answer.hash : null;
  };
  expect(hash({})).toBe(hash({}));
  expect(hash({})).not.toBe(hash({ price: 5.8 }));
});

test('a product without pictures gets a tile with its initials and platform, and no screenshots', () => {
  const bare = product({ name: 'Hollow Knight EU Steam CD Key', originalName: 'Hollow Knight', platform: 'Steam' });
  expect(bare.cover.recipe).toEqual({ v: 4, kind: 'tile', title: 'HK', platform: 'Steam' });
  expect(bare.screenshots).toEqual([]);
});

test('pictures that a line names by paths of this shop are its own', () => {
  const id = (digit: string) => digit.repeat(32);
  const own = product({
    mainImage: `images/${id('a')}-320.webp`,
    images: { cover: { url: 'https://elsewhere.test/cover.jpg' }, screenshots: [{ url: `images/${id('b')}-1280.webp` }, null] },
    descriptions: [
      { typeDesc: 'Image', image: `images/${id('c')}-1280.webp` },
      { typeDesc: 'Image', image: 'https://elsewhere.test/2.jpg' },
    ],
  });
  expect(own.cover).toEqual({ id: id('a'), recipe: null });
  expect(own.screenshots).toEqual([id('b')]);
  expect(own.namedPictures.filter(({ imageId }) => imageId === null)).toEqual([]);
  expect(own.details).toMatchObject({ descriptions: [{ image: `images/${id('c')}-640.webp` }, { image: null }] });
});

test('pictures at other addresses are named by place, the first ten screenshots of them, and a tile is the cover until then', () => {
  const address = (index: number) => `https://elsewhere.test/${index}.jpg`;
  const own = 'd'.repeat(32);
  const urls = [address(1), `images/${own}-1280.webp`, address(1), 'ftp://elsewhere.test/2.jpg', 'https://elsewhere.test/2 a.jpg'];
  const many = Array.from({ length: 20 }, (_, index) => address(index + 10));
  const answer = read({ images: { cover: { url: address(0) }, screenshots: [...urls, ...many].map((url) => ({ url })) } });
  if ('reason' in answer) throw new Error(answer.reason);
  const { cover, screenshots, namedPictures } = answer.product;
  expect(cover.recipe).toMatchObject({ kind: 'tile' });
  expect(screenshots).toEqual([own]);
  expect(namedPictures.slice(0, 4)).toEqual([
    { place: 0, address: address(0), imageId: null },
    { place: 1, address: address(1), imageId: null },
    { place: 2, address: `images/${own}-1280.webp`, imageId: own },
    { place: 3, address: 'https://elsewhere.test/2%20a.jpg', imageId: null },
  ]);
  expect(namedPictures).toHaveLength(12);
  expect(new Set(answer.warnings)).toEqual(
    new Set(['a screenshot whose address cannot be used is left out', 'screenshots after the 10th are left out']),
  );
  expect(product({ coverImageOriginal: address(3) }).namedPictures).toEqual([{ place: 0, address: address(3), imageId: null }]);
  expect(product({ coverImageOriginal: 'no address' }).namedPictures).toEqual([]);
});

test('a discount is taken with its amounts, and only when the line says that there is one', () => {
  const prices = { sellPrice: 59, new_price: 36, discount_perc: 39, gbpPrice: 50 };
  expect(product({ ...prices, is_discounted: true }).price.prices).toMatchObject({
    Eur: { listMinor: 5900, discountedMinor: 3600 },
    Gbp: { listMinor: 5000, discountedMinor: 3051 },
  });
  expect(product({ ...prices, is_discounted: false }).price.prices.Eur.discountedMinor).toBeNull();
});

test('a line without a kinguinId is software, found again by its _id', () => {
  expect(product({ kinguinId: undefined, _id: '01hqx3m9v7', productName: 'Windows 11 Pro', name: undefined })).toMatchObject({
    type: 'software',
    kinguinId: null,
    ownId: '01hqx3m9v7',
    name: 'Windows 11 Pro',
    category: 'Software',
  });
});

test.each([
  ['{', /^not JSON/],
  ['[1]', /not a JSON object/],
  ['null', /not a JSON object/],
  [{ kinguinId: -1 }, /kinguinId must be a whole number/],
  [{ kinguinId: 2_147_483_648 }, /kinguinId must be a whole number/],
  [{ kinguinId: 1.5 }, /kinguinId must be a whole number/],
  [{ kinguinId: null }, /neither a kinguinId nor an _id/],
  [{ kinguinId: null, type: 'game', _id: 'a1' }, /a game needs a kinguinId/],
  [{ _id: 'a-b' }, /the _id must be/],
  [{ name: '' }, /the name is missing/],
  [{ name: 'x'.repeat(301) }, /name is longer than 300/],
  [{ name: ['x'] }, /name must be text/],
  [{ platform: 'Ouya' }, /unknown platform "Ouya"/],
  [{ platform: null }, /the platform is missing/],
  [{ price: null }, /no usable price/],
  [{ price: 0 }, /price must be an amount/],
  [{ price: -5 }, /price must be an amount/],
  [{ price: '5' }, /price must be an amount/],
  [{ sellPrice: 1e9 }, /sellPrice must be an amount/],
  [{ genres: [1] }, /genres must be a list of texts/],
  [{ description: 'x'.repeat(200_001) }, /description is longer/],
  [{ systemRequirements: 'x' }, /systemRequirements must be a list/],
])('%j is refused with a reason', (more, reason) => {
  expect(read(more)).toEqual({ reason: expect.stringMatching(reason) });
});

test('characters that a database cannot store are removed, entities are decoded', () => {
  expect(product({ name: 'A\u0000B\ud800 &amp; C&#39;s', developers: ['X\u0000'] })).toMatchObject({
    name: "AB� & C's",
    developers: ['X'],
  });
});

test('languages come as a list, or as one text with the supplier’s own marks in it', () => {
  const text = 'English<strong>*</strong>, French<br><strong>*</strong>languages with full audio support';
  expect(product({ languages: [text] }).languages).toEqual(['English', 'French']);
  expect(product({ languages: ['German', 'German'] }).languages).toEqual(['German']);
});

test('a region of its own wins over the supplier’s, and region free is no region', () => {
  expect(product({ regionalLimitations: 'REGION FREE' }).regions).toEqual([]);
  expect(product({ regionalLimitations: 'Europe' }).regions).toEqual(['Europe']);
  expect(product({ regionalLimitations: 'Europe', regions: ['Poland'] }).regions).toEqual(['Poland']);
});

test('the supplier’s region is kept, and the excluded countries as sorted codes; what is no country is left out with a warning', () => {
  const region = { regionId: 3, regionalLimitations: 'Region free', countryLimitation: ['PW', 'pr', 'Portugal', 'PW', 'Atlantis'] };
  expect(read(region)).toMatchObject({
    product: { regionId: 3, regionalLimitations: 'Region free', countryLimitation: ['PR', 'PT', 'PW'] },
    warnings: ['unknown country "Atlantis" left out of countryLimitation'],
  });
  expect(product({})).toMatchObject({ regionId: null, regionalLimitations: null, countryLimitation: [] });
  expect(product({ countryLimitation: COUNTRY_CODES }).countryLimitation).toEqual(COUNTRY_CODES);
});

test('an impossible release date is left out, not stored', () => {
  expect(product({ releaseDate: '2023-02-31' }).releaseDate).toBeNull();
  expect(product({ releaseDate: '2004-11-01' }).releaseDate).toBe('2004-11-01');
});
