import { expect, test } from '@jest/globals';
import { activationGuide, activationGuides } from './activation-guides.ts';
import { CURRENCIES, parseCurrency, storedCurrency } from './prices/currencies.ts';
import { findGenre, GENRES } from './genres.ts';
import { imageAtWidth } from './images.ts';
import { shownLanguages } from './languages.ts';
import { pageFromText, pageNumbers } from './paging.ts';
import { findPlatform, NAVIGATION_PLATFORMS, PLATFORMS, platformFamily } from './platforms.ts';
import { itemLabel, kinguinIdFromSlug, ownIdFromSlug, productPath } from './product-path.ts';

test('there are 33 genres and 21 platforms, and each is found in any letter case', () => {
  expect([GENRES.length, PLATFORMS.length]).toEqual([33, 21]);
  for (const genre of GENRES) expect(findGenre(genre.toUpperCase())).toBe(genre);
  for (const platform of PLATFORMS) expect(findPlatform(platform.toLowerCase())).toBe(platform);
  expect([findGenre('Sofa'), findPlatform('constructor')]).toEqual([null, null]);
});

test.each([
  ['PlayStation 5', 'PlayStation'],
  ['Xbox Series X|S', 'Xbox'],
  ['Nintendo Switch', 'Nintendo'],
  ['Steam', 'Steam'],
  ['Origin / EA app', null],
])('%s belongs to the family %s', (platform, family) => {
  expect(platformFamily(platform)).toBe(family);
});

test('each platform of the navigation has a guide, and all others share the general one', () => {
  expect(activationGuides().map(({ platform }) => platform)).toEqual([...NAVIGATION_PLATFORMS, 'your platform']);
  expect(activationGuide('GOG.com').platform).toBe('your platform');
  expect(activationGuide('Xbox One').steps.length).toBeGreaterThan(2);
});

test.each(['eur', 'EUR', 'Eur'])('%s is the euro', (text) => {
  expect(parseCurrency(text)).toBe('Eur');
});

test.each(['JPY', '', 'euro', null, ['Eur'], { toString: () => 'Eur' }])('%j is no currency of the shop', (value) => {
  expect(parseCurrency(value)).toBeNull();
});

test('a browser’s storage and cookie know the four words to the letter, and no other spelling', () => {
  expect(CURRENCIES.map(storedCurrency)).toEqual([...CURRENCIES]);
  for (const other of ['USD', 'usd', ' Usd', 'Usd ', 'uSD', '', null, undefined, 'toString']) expect(storedCurrency(other)).toBeNull();
});

test.each([
  [{ kinguinId: 1949, name: 'Counter-Strike: Source' }, '/product/Counter-Strike%3A-Source-1949'],
  [{ kinguinId: 7, name: 'A/B\\C  D -- E' }, '/product/A-B-C-D-E-7'],
  [{ kinguinId: 7, name: 'lone \ud800 surrogate' }, '/product/lone-%EF%BF%BD-surrogate-7'],
  [{ _id: '01jd', productName: 'Office 2024' }, '/software/Office-2024-01jd'],
])('the address of %j', (product, path) => {
  expect(productPath(product)).toBe(path);
});

test.each([
  ['Half-Life-2-220', 220],
  ['220', 220],
  ['Half-Life-', null],
  ['Half-Life', null],
  ['x-0', null],
  ['x-99999999999', null],
  ['x-2147483648', null],
])('the kinguinId at the end of %s is %s', (slug, id) => {
  expect(kinguinIdFromSlug(slug)).toBe(id);
});

test.each([
  ['Office-2024-01jd', '01jd'],
  ['01jd', '01jd'],
  ['Office-', null],
  ['Office-01JD', null],
  ['Office-01jd!', null],
  [`Office-${'a'.repeat(41)}`, null],
])('the own id at the end of %s is %s', (slug, id) => {
  expect(ownIdFromSlug(slug)).toBe(id);
});

test.each([
  ['Minecraft Account', 'Digital Item'],
  ['Minecraft Key', 'Digital Key'],
])('%s is labelled %s', (name, label) => {
  expect(itemLabel(name)).toBe(label);
});

test.each([
  [1, 3, [1, 2, 3]],
  [1, 30, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [12, 30, [7, 8, 9, 10, 11, 12, 13, 14, 15, 16]],
  [30, 30, [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]],
  [1, 0, []],
])('the strip at page %s of %s', (page, total, strip) => {
  expect(pageNumbers(page, total)).toEqual(strip);
});

test.each([
  [null, 9, 1],
  ['3', 9, 3],
  ['0', 9, 1],
  ['-2', 9, 1],
  ['2.5', 9, 1],
  ['1e9', 9, 1],
  ['99', 9, 9],
  ['5', 0, 1],
])('?page=%s of %s pages is page %s', (text, total, page) => {
  expect(pageFromText(text, total)).toBe(page);
});

test('"Global" is shown first and as Multilingual, repeats once', () => {
  expect(shownLanguages(['English', 'Global', 'English', 'German'])).toEqual(['Multilingual', 'English', 'German']);
});

test('a picture is asked for in another width, and foreign addresses are left alone', () => {
  expect(imageAtWidth('images/0af3-320.webp', 640)).toBe('images/0af3-640.webp');
  expect(imageAtWidth('http://localhost:3000/images/0af3-320.webp', 80)).toBe('http://localhost:3000/images/0af3-80.webp');
  expect(imageAtWidth('https://elsewhere.example/cover-320.jpg', 80)).toBe('https://elsewhere.example/cover-320.jpg');
});
