import { GENRES, PLATFORMS } from '@keyturn/shop-rules';

const words = (text: string) => text.split(' ');
const manners = words(
  'Amber Ancient Ashen Bitter Blazing Blind Bold Bronze Buried Calm Clever Cold Common Copper Cosmic Crooked Dancing Daring Dark Dawnless Distant Dreaming Dusty Early Electric Elder Empty Endless Faded Fallen Fearless Feral Final First Forgotten Frozen Giant Gilded Glass Golden Grave Green Grim Heavy Hidden Hollow Holy Humble Hungry Idle Iron Ivory Jagged Kind Last Little Lone Lost Loud Lunar Marble Merry Midnight Mighty Moonlit Narrow Neon Nimble Noble Northern Open Pale Paper Patient Pixel Polar Proud Quiet Rapid Red Restless Rising Rogue Royal Ruined Rusty Sacred Salty Scarlet Secret Seventh Shattered Silent Silver Sleeping Solar Southern Stolen Stormy Strange Sunken Super Swift Tender Thirsty Tiny Total Twin Twisted Unbroken Untold Velvet Violet Wandering Warm Western White Wild Winter Wooden Young',
);
const things = words(
  'Abyss Academy Alchemist Anchor Apprentice Archer Arena Armada Atlas Baker Banner Bastion Battle Beacon Beast Blade Bridge Brigade Builder Canyon Captain Caravan Castle Cathedral Chronicle Circuit Citadel City Clan Code Colony Comet Commander Compass Conquest Convoy Corsair Courier Crown Crusade Dawn Delta Depths Desert Detective Dragon Dream Driver Dungeon Dynasty Echo Eclipse Edge Embers Empire Engine Escape Exile Expedition Factory Falcon Farm Fate Fields Fighter Flame Fleet Forest Forge Fortress Frontier Galaxy Garden Gate Ghost Glacier Guardian Guild Harbour Harvest Haven Heist Herald Heroes Hollow Horizon Hospital Hunter Island Journey Keeper Kingdom Kitchen Knight Labyrinth Lagoon Lantern League Legacy Legends Legion Lighthouse Machine Manager Mansion Maze Memory Merchant Mines Mirage Mission Monarch Monster Moon Mountain Museum Mystery Navigator Night Nomad Oasis Ocean Odyssey Oracle Orbit Order Outlaw Outpost Palace Paradox Park Patrol Phantom Pilot Pirates Planet Prison Prophecy Protocol Puzzle Quarry Quest Racing Railway Raiders Ranger Realm Rebellion Reef Refuge Relic Requiem Rescue Resort Rider Ritual River Rogue Ruins Saga Sailor Samurai Sanctuary School Shadow Shelter Shield Shrine Siege Signal Simulator Sky Smuggler Sorcerer Spark Spirit Squadron Stars Station Storm Story Strategist Summit Survivor Sword Tactics Tales Temple Throne Tides Titans Tower Town Trail Train Trials Tunnel Tycoon Valley Vault Village Voyage Walker War Warden Watch Waves Wasteland Whisper Winds Witch Wizard Workshop World Wraith Zoo',
);
const starts = words('Al Bar Cal Dor El Far Gil Har Ith Jor Kel Lor Mar Nel Or Pel Quor Ral Sar Tel Ul Ver Wen Xer Yar Zor');
const middles = words('a e i o u ae ia an ar en er in ol or un yr');
const ends = words('bane dell dor fell gard grim hal kar leth lin mar mere nor rath ric ros stad thal tor van wick wyn');
const studios = words('North Lantern Owl Copper Anvil Fox Kettle Comet Harbour Willow Ember Quill Raven Slate Birch Marble');
const regions: readonly [string | undefined, string][] = [
  [undefined, ''],
  [undefined, ''],
  ['Europe', 'EU'],
  ['United States', 'US'],
  ['Turkey', 'TR'],
  ['Argentina', 'AR'],
];
const editions = words('Standard Deluxe Gold Ultimate Complete Definitive Premium Collectors');
const numerals = ['', '', '', '', 'II', 'III', 'IV', '2', '3', '2025'];
const sentences = [
  'Every lantern on the coast went out in one night, and the harbour wants to know why.',
  'Raise a crew of six, keep them fed, and decide who takes the watch.',
  'The map is drawn as far as you have walked, and not a step further.',
  'Trade salt for timber, timber for ships, and ships for a seat at the council.',
  'Weather turns within minutes: what was a road is a river by the evening.',
  'Forty weapons, each with a history that somebody in the valley remembers.',
  'Play through it alone, or share the screen with a friend at any moment.',
  'Whoever loses a duel keeps the scar, and people in the street will ask about it.',
];

/** Shares of a thousand: most on Steam, then a long tail. */
const platformShares: Readonly<Record<string, number>> = {
  Steam: 560,
  'Xbox Series X|S': 62,
  'Xbox One': 56,
  'PlayStation 4': 35,
  'PlayStation 5': 33,
  'Epic Games': 33,
  'Nintendo Switch': 30,
  PC: 26,
  Xbox: 24,
  PlayStation: 24,
  Ubisoft: 23,
  'Official website': 22,
  'Origin / EA app': 17,
  Nintendo: 16,
  Other: 16,
  'MS Store (PC)': 11,
  Android: 7,
  'Meta Quest': 3,
  'Meta Quest 2': 2,
};
const platformTable = PLATFORMS.flatMap((platform) => Array.from({ length: platformShares[platform] ?? 2 }, () => platform));
const commonGenres = ['Action', 'Indie', 'Adventure', 'RPG', 'Strategy', 'Simulation', 'Casual'];
const genreTable = GENRES.flatMap((genre, index) =>
  Array.from({ length: commonGenres.includes(genre) ? 60 - 6 * commonGenres.indexOf(genre) : 1 + (index % 12) }, () => genre),
);

/** Evenly spread from 0 below 1; the same for the same numbers. */
function chance(seed: number): () => number {
  let state = Math.imul(seed ^ 0x5f356495, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What belongs to a title and is the same in all its offers. Early words are drawn more often, as in real names. */
function titleOf(number: number) {
  const next = chance(number * 2 + 1);
  const of = <T>(list: readonly T[], bend = 1): T => list[Math.floor(next() ** bend * list.length)] as T;
  const made = `${of(starts)}${of(middles)}${of(ends)}`;
  const shapes = [
    `${of(manners, 1.8)} ${of(things, 1.8)}`,
    `${made} ${of(things, 1.8)}`,
    `${of(things, 1.8)} of ${made}`,
    `${made}: ${of(manners, 1.8)} ${of(things, 1.8)}`,
    `The ${of(manners, 1.8)} ${of(things, 1.8)}`,
    `${of(things, 1.8)} & ${of(things, 1.8)}`,
    `${of(manners, 1.8)} ${of(things, 1.8)}: ${made}`,
  ];
  const genres = [...new Set(Array.from({ length: 1 + Math.floor(next() * 4) }, () => of(genreTable)))];
  return {
    name: `${of(shapes)} ${of(numerals)}`.trim(),
    genres,
    popularity: Math.floor(next() ** 6 * 100_000),
    releaseDate: new Date(Date.UTC(2004, 0, 1) + Math.floor(next() ** 0.5 * 8000) * 86_400_000).toISOString().slice(0, 10),
    sellPrice: 3 + next() ** 2 * 57,
    studio: `${of(studios)} ${of(studios)} Games`,
  };
}

/** The first product's kinguinId; the next one has the next. */
const FIRST_GENERATED_ID = 100_000_000;

/**
 * Product `index` of a made-up catalogue, as a line of a supplier's feed: several offers to a title, a few platforms and genres
 * that most have, a long tail of rare ones, a third discounted, one in fifty software. It depends on `index` alone.
 */
export function generatedLine(index: number): Record<string, unknown> {
  const next = chance(index * 2);
  const of = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const title = titleOf(Math.floor(next() ** 1.3 * (300 + index / 4)));
  const isSoftware = next() < 0.02;
  const platform = isSoftware ? 'PC' : of(platformTable);
  const [region, tag] = of(regions);
  const edition = next() < 0.4 ? `${of(editions)} Edition` : '';
  const price = Math.round(title.sellPrice * (0.4 + 0.7 * next()) * 100);
  const percent = next() < 0.34 ? 5 + Math.floor(next() * 80) : 0;
  const name = `${title.name} ${edition} ${tag} ${platform} CD Key`.replaceAll(/\s+/g, ' ');
  const paragraphs = Array.from({ length: 3 + Math.floor(next() * 4) }, () => `<p>${of(sentences)} ${of(sentences)}</p>`);
  const id = (FIRST_GENERATED_ID + index).toString(16).padStart(24, '0');
  return {
    _id: id,
    ...(isSoftware ? { type: 'software' } : { kinguinId: FIRST_GENERATED_ID + index }),
    productId: id,
    name,
    title: title.name,
    description: paragraphs.join(''),
    platform,
    genres: title.genres,
    ageRating: of(['PEGI 3', 'PEGI 7', 'PEGI 12', 'PEGI 16', 'PEGI 18']),
    releaseDate: title.releaseDate,
    developers: [title.studio],
    publishers: [title.studio],
    languages: ['English', 'German', 'French'],
    ...(region === undefined ? {} : { regions: [region] }),
    cheapestOfferId: [id],
    popularity: title.popularity,
    sellPrice: price / 100,
    ...(percent === 0 ? {} : { is_discounted: true, discount_perc: percent }),
    limt_per_basket: next() < 0.3 ? 1 + Math.floor(next() * 9) : null,
    qty: Math.floor(next() * 200),
    systemRequirements:
      platform === 'Steam' ? [{ system: 'Windows', requirement: ['OS: Windows 10', 'Memory: 8 GB RAM', 'Storage: 20 GB'] }] : [],
  };
}
