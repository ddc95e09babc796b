/** The 33 genres, in the order in which they are shown. */
export const GENRES = [
  'Action',
  'Adult Games',
  'Adventure',
  'Anime',
  'Casual',
  'Co-op',
  'Dating Simulator',
  'FPS',
  'Fighting',
  'Hack and Slash',
  'Hidden Object',
  'Horror',
  'Indie',
  'Life Simulation',
  'MMO',
  'Music / Soundtrack',
  'Online Courses',
  'Open World',
  'PSN Card',
  'Platformer',
  'Point & click',
  'Puzzle',
  'RPG',
  'Racing',
  'Simulation',
  'Sport',
  'Story rich',
  'Strategy',
  'Subscription',
  'Survival',
  'Third-Person Shooter',
  'VR Games',
  'Visual Novel',
] as const;
export type Genre = (typeof GENRES)[number];

/** Tiles of the home page's genre slider with their literal counts. */
export const GENRE_TILES: readonly { genre: Genre; count: number }[] = [
  { genre: 'Action', count: 7423 },
  { genre: 'Adventure', count: 438 },
  { genre: 'FPS', count: 4723 },
  { genre: 'RPG', count: 8392 },
  { genre: 'Indie', count: 3467 },
  { genre: 'Simulation', count: 2374 },
  { genre: 'Strategy', count: 4309 },
];

const byLowerCase = new Map(GENRES.map((genre) => [genre.toLowerCase(), genre]));

/** The genre in its right spelling, whatever the letter case; null when the shop does not know it. */
export function findGenre(text: string): Genre | null {
  return byLowerCase.get(text.trim().toLowerCase()) ?? null;
}
