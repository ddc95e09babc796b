import { expect, test } from '@jest/globals';
import { CURRENCIES, CURRENCY_SYMBOLS, MAXIMUM_CHARGE_MINOR, MINIMUM_CHARGE_MINOR, PRICE_TILES } from './prices/currencies.ts';
import { GENRE_TILES, GENRES } from './genres.ts';
import { MOST_COUNTED_MATCHES, MOST_FILTER_PRICE, MOST_IN_SITEMAP_FILE, PAGE_SIZES } from './paging.ts';
import { NAVIGATION_PLATFORMS, PLATFORMS } from './platforms.ts';

/** Words and numbers as the product specification spells them. */

test('the 33 genres', () => {
  const words =
    'Action, Adult Games, Adventure, Anime, Casual, Co-op, Dating Simulator, FPS, Fighting, Hack and Slash, Hidden Object, Horror, Indie, ' +
    'Life Simulation, MMO, Music / Soundtrack, Online Courses, Open World, PSN Card, Platformer, Point & click, Puzzle, RPG, Racing, ' +
    'Simulation, Sport, Story rich, Strategy, Subscription, Survival, Third-Person Shooter, VR Games, Visual Novel';
  expect(GENRES.join(', ')).toBe(words);
});

test('the platforms, the two unnamed hosts being Battle.net and GOG.com', () => {
  const words =
    'Android, Battle.net, Epic Games, GOG.com, MS Store (PC), Meta Quest, Meta Quest 2, Nintendo, Nintendo Switch, Official website, ' +
    'Origin / EA app, Other, PC, PlayStation, PlayStation 4, PlayStation 5, Steam, Ubisoft, Xbox One, Xbox Series X|S, Xbox';
  expect(PLATFORMS.join(', ')).toBe(words);
});

test('the six platforms of the navigation', () => {
  expect(NAVIGATION_PLATFORMS.join(', ')).toBe('Steam, Epic Games, Ubisoft, PlayStation, Xbox, Nintendo');
});

test('the seven genre tiles with their counts', () => {
  expect(GENRE_TILES.map(({ genre, count }) => `${genre} ${count}`).join(', ')).toBe(
    'Action 7423, Adventure 438, FPS 4723, RPG 8392, Indie 3467, Simulation 2374, Strategy 4309',
  );
});

test('the price tiles of each currency', () => {
  const tiles = CURRENCIES.map((currency) => `${CURRENCY_SYMBOLS[currency]} ${PRICE_TILES[currency].join(' ')}`);
  expect(tiles).toEqual(['€ 1 2 5 10 20 50', '$ 1 2 5 10 20 50', 'zł 5 10 20 40 80 200', '£ 1 2 5 10 20 50']);
});

test('the sizes of pages, the highest price of the filter, how far matches are counted, and where a sitemap is split', () => {
  expect(PAGE_SIZES).toEqual({ platform: 16, filtered: 16, software: 24, search: 10, suggestions: 3, similar: 16 });
  expect([MOST_FILTER_PRICE, MOST_COUNTED_MATCHES, MOST_IN_SITEMAP_FILE]).toEqual([10_000, 10_000, 50_000]);
});

test('the least and the most that a payment may amount to, as the provider documents it', () => {
  expect(MINIMUM_CHARGE_MINOR).toEqual({ Eur: 50, Usd: 50, Gbp: 30, Pln: 200 });
  expect(MAXIMUM_CHARGE_MINOR).toBe(99_999_999);
});
