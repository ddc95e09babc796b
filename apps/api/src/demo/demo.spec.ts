import { expect, test } from '@jest/globals';
import {
  chargedMinor,
  convertMinor,
  CURRENCIES,
  discountPercent,
  findGenre,
  findPlatform,
  itemLabel,
  LANGUAGE_FLAGS,
  PLATFORMS,
  PRICE_TILES,
  readPrice,
  type WirePrices,
} from '@keyturn/shop-rules';
import {
  type DemoProduct,
  type DemoReference,
  demoBlog,
  demoHome,
  demoKeys,
  demoPages,
  demoProducts,
  demoReference,
  demoReviews,
  demoStock,
  demoSuppliers,
} from './index.ts';

const products = demoProducts() as (DemoProduct & WirePrices)[];
const references = new Set(products.map(demoReference));
const ofCategory = (category: string) => products.filter((product) => product.category === category);
const nameOf = (product: (typeof products)[number]) => product.name ?? product.productName ?? '';

test('the demo shop has at least 130 games, 12 software titles, 12 gift cards and 8 accounts', () => {
  expect(ofCategory('Game').length).toBeGreaterThanOrEqual(130);
  expect(ofCategory('Software').length).toBeGreaterThanOrEqual(12);
  expect(ofCategory('Gift Card').length).toBeGreaterThanOrEqual(12);
  expect(ofCategory('Account').length).toBeGreaterThanOrEqual(8);
});

test('no two products share an id, and none has an id that the shop keeps for its own games', () => {
  expect(references.size).toBe(products.length);
  for (const { kinguinId, _id, type } of products) {
    if (type === 'game') expect(Number.isInteger(kinguinId) && kinguinId! > 0 && kinguinId! < 1_000_000_000).toBe(true);
    else expect([kinguinId, _id]).toEqual([undefined, expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{26}$/)]);
  }
});

test('every genre, platform and language is one that the shop knows', () => {
  const languages = new Set([...Object.keys(LANGUAGE_FLAGS), 'Polish', 'Global']);
  for (const product of products) {
    expect(findPlatform(product.platform)).toBe(product.platform);
    for (const genre of product.genres) expect(findGenre(genre)).toBe(genre);
    expect(product.languages.filter((language) => !languages.has(language))).toEqual([]);
  }
  const needsGenre = ({ type, category }: DemoProduct) => type === 'game' && category !== 'Gift Card';
  expect(products.filter((product) => needsGenre(product) && product.genres.length === 0)).toEqual([]);
});

test('a gift card claims nothing that only a game has, and ends in a wallet or a membership', () => {
  for (const card of ofCategory('Gift Card')) {
    expect([card.releaseDate, card.ageRating, card.developers]).toEqual([undefined, undefined, undefined]);
    expect(card.genres.filter((genre) => genre !== 'PSN Card' && genre !== 'Subscription')).toEqual([]);
    const steps = String(card.activationDetails).split('\r\n');
    expect(steps.at(-1)).toMatch(/ your (wallet|membership)\.$/);
    expect(card.description).toContain(`<ul><li>${steps.join('</li><li>')}</li></ul>`);
  }
});

test('an overview repeats nothing that has a field of its own', () => {
  const ownFields = /^(publisher|developer|released|release date|region|language|genre|platform|age rating)s?$/i;
  for (const { overView } of products) {
    const titles = ((overView ?? []) as { title: string }[]).map(({ title }) => title);
    expect(titles.filter((title) => ownFields.test(title))).toEqual([]);
  }
});

test('games come from at least ten platforms, each with a list of its own', () => {
  const platforms = new Set(ofCategory('Game').map(({ platform }) => platform));
  expect(PLATFORMS.filter((platform) => platforms.has(platform)).length).toBeGreaterThanOrEqual(10);
});

test('prices in all four currencies follow from the euro price, and the shop pays less than it asks', () => {
  const rates = { Usd: 1.09, Pln: 4.27, Gbp: 0.85 } as const;
  for (const product of products) {
    const eur = readPrice(product, 'Eur');
    for (const [currency, rate] of Object.entries(rates) as ['Usd' | 'Pln' | 'Gbp', number][]) {
      const price = readPrice(product, currency);
      expect([nameOf(product), price]).toEqual([
        nameOf(product),
        {
          currency,
          listMinor: convertMinor(eur.listMinor, rate),
          discountedMinor: eur.discountedMinor === null ? null : convertMinor(eur.discountedMinor, rate),
        },
      ]);
    }
    expect(product.discount_perc).toBe(discountPercent(eur));
    expect(product.is_discounted).toBe(eur.discountedMinor !== null);
    expect(Number(product.price) * 100).toBeLessThan(eur.discountedMinor ?? eur.listMinor);
  }
});

test.each(CURRENCIES)('every price tile in %s leads to at least three products in stock', (currency) => {
  const stock = demoStock();
  const prices = products
    .filter((product) => (stock.get(demoReference(product)) ?? 0) > 1)
    .map((product) => chargedMinor(readPrice(product, currency)));
  for (const amount of PRICE_TILES[currency])
    expect([amount, prices.filter((price) => price <= amount * 100).length >= 3]).toEqual([amount, true]);
});

test('software that is paid by the year is a subscription', () => {
  const yearly = ofCategory('Software').filter((product) => nameOf(product).endsWith('1 year'));
  expect(yearly.length).toBeGreaterThan(5);
  for (const { genres } of yearly) expect(genres).toEqual(['Subscription']);
});

test('about a third of the products is discounted', () => {
  const share = products.filter(({ is_discounted }) => is_discounted === true).length / products.length;
  expect(share).toBeGreaterThan(0.28);
  expect(share).toBeLessThan(0.42);
});

test('every account says so in its name, and nothing else is a digital item', () => {
  for (const product of products) expect(itemLabel(nameOf(product))).toBe(product.category === 'Account' ? 'Digital Item' : 'Digital Key');
});

test('no two products are described alike, and headings start at the third level', () => {
  const texts = [
    ...products.map(({ description }) => description),
    ...demoPages().map(({ description }) => description),
    ...demoBlog().map(({ description }) => description),
  ];
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of texts) {
    expect(text).not.toMatch(/<h[12]\b|<script|style=|\son\w+=/i);
    expect(text).toMatch(/<h3>/);
    expect(text.match(/<p>/g)?.length).toBeGreaterThanOrEqual(2);
  }
});

test('requirements are lines of a label and a value, minimum and recommended', () => {
  const withRequirements = products.filter((product) => Array.isArray(product.systemRequirements) && product.systemRequirements.length > 0);
  expect(withRequirements.length).toBeGreaterThan(100);
  for (const product of withRequirements) {
    const systems = product.systemRequirements as { system: string; requirement: string[] }[];
    expect(systems.map(({ system }) => system)).toEqual(['Minimum', 'Recommended']);
    for (const line of systems.flatMap(({ requirement }) => requirement)) expect(line).toMatch(/^[A-Z][A-Za-z]+: \S/);
  }
});

test('the hero is the five sample games of the specification', () => {
  const hero = demoHome().hero.map((reference) => products.find((product) => demoReference(product) === reference));
  expect(hero).toHaveLength(5);
  for (const game of hero) expect(game).toMatchObject({ sellPrice: 59, new_price: 36, is_discounted: true, discount_perc: 39 });
});

test('home has sections in all three places and about seventy cards, all of products that exist', () => {
  const { hero, sections } = demoHome();
  expect(sections.filter((section) => !section.after_slider_platform && !section.after_slider_price).length).toBeGreaterThanOrEqual(2);
  expect(sections.some((section) => section.after_slider_platform)).toBe(true);
  expect(sections.some((section) => section.after_slider_price)).toBe(true);
  for (const section of sections) {
    expect(section.products.length).toBeGreaterThanOrEqual(10);
    expect(section.products.length).toBeLessThanOrEqual(14);
  }
  const cards = [...hero, ...sections.flatMap((section) => section.products)];
  expect(cards.filter((reference) => !references.has(reference))).toEqual([]);
  expect(cards.length).toBeGreaterThanOrEqual(65);
});

test('every product has a count of keys: some none, one a single one, most between 5 and 60', () => {
  const stock = demoStock();
  expect([...stock.keys()].filter((reference) => !references.has(reference))).toEqual([]);
  const counts = products.map((product) => stock.get(demoReference(product)) ?? -1);
  expect(Math.min(...counts)).toBe(0);
  expect(counts.filter((count) => count === 1)).toHaveLength(1);
  expect(counts.filter((count) => count >= 5 && count <= 60).length).toBeGreaterThan(products.length * 0.85);
});

test('some products are sold by a supplier alone, one by both and one in one country alone, all with a margin', () => {
  const { kinguin, codeswholesale, links } = demoSuppliers();
  const offered = [
    ...kinguin.map(({ id, offers }) => ({ reference: Number(id) as DemoReference, offers })),
    ...codeswholesale.map(({ id, offers }) => ({ reference: links[id] ?? '', offers })),
  ];
  const counts = Map.groupBy(offered, ({ reference }) => reference);
  const stock = demoStock();
  expect([...counts.keys()].filter((reference) => stock.get(reference) === 0)).toHaveLength(5);
  expect([...counts.values()].filter(({ length }) => length === 2)).toHaveLength(1);
  const sold = products.filter((product) => counts.has(demoReference(product)));
  expect(sold.map(({ regionalLimitations }) => regionalLimitations).toSorted()).toEqual([
    'Germany',
    ...Array.from({ length: 4 }, () => 'Region free'),
  ]);
  for (const product of sold)
    for (const { offers } of counts.get(demoReference(product)) ?? [])
      for (const { cents } of offers) expect(cents).toBeLessThan(Number(product.sellPrice) * 100 * 0.95);
});

test('no key is given out twice, and a larger count keeps the first keys', () => {
  const keys = products.flatMap((product) => demoKeys(product, 60));
  expect(new Set(keys).size).toBe(keys.length);
  for (const product of products) expect(demoKeys(product, 60).slice(0, 3)).toEqual(demoKeys(product, 3));
});

test.each([
  ['Steam', /^[A-Z2-9]{5}(-[A-Z2-9]{5}){2}$/],
  ['PlayStation 5', /^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/],
  ['Xbox Series X|S', /^[A-Z2-9]{5}(-[A-Z2-9]{5}){4}$/],
  ['Nintendo Switch', /^[A-Z2-9]{16}$/],
])('a key for %s has the shape of that platform', (platform, shape) => {
  const game = ofCategory('Game').find((product) => product.platform === platform)!;
  expect(demoKeys(game, 1)[0]).toMatch(shape);
});

test('an account is delivered as login, password and e-mail', () => {
  expect(demoKeys(ofCategory('Account')[0]!, 1)[0]).toMatch(/^Login: \S+\nPassword: \S+\nE-mail: \S+@\S+$/);
});

test('reviews are of products that exist, rated 1 to 5, mostly well but not only', () => {
  const reviews = demoReviews();
  expect(reviews.length).toBeGreaterThanOrEqual(60);
  expect(reviews.filter(({ product }) => !references.has(product))).toEqual([]);
  expect(new Set(reviews.map(({ description }) => description)).size).toBe(reviews.length);
  expect(reviews.every(({ rating }) => Number.isInteger(rating) && rating >= 1 && rating <= 5)).toBe(true);
  expect(reviews.filter(({ rating }) => rating >= 4).length).toBeGreaterThan(reviews.length * 0.8);
  expect(reviews.some(({ rating }) => rating <= 3)).toBe(true);
});

test('the footer finds its pages, and posts are found by their titles', () => {
  expect(demoPages().map(({ name }) => name)).toEqual(['About Us', 'Terms and Conditions', 'Privacy Policy', 'Refund Policy']);
  for (const { title, uniqueRoute } of demoBlog()) expect(uniqueRoute).toBe(title.toLowerCase().replaceAll(' ', '-'));
  expect(demoBlog()).toHaveLength(4);
});
