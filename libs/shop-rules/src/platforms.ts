/** Every platform that has a list of its own (the two with a `{host}` are Battle.net and GOG.com). */
export const PLATFORMS = [
  'Android',
  'Battle.net',
  'Epic Games',
  'GOG.com',
  'MS Store (PC)',
  'Meta Quest',
  'Meta Quest 2',
  'Nintendo',
  'Nintendo Switch',
  'Official website',
  'Origin / EA app',
  'Other',
  'PC',
  'PlayStation',
  'PlayStation 4',
  'PlayStation 5',
  'Steam',
  'Ubisoft',
  'Xbox One',
  'Xbox Series X|S',
  'Xbox',
] as const;
export type Platform = (typeof PLATFORMS)[number];

/** The six that the navigation offers, in its order. */
export const NAVIGATION_PLATFORMS = [
  'Steam',
  'Epic Games',
  'Ubisoft',
  'PlayStation',
  'Xbox',
  'Nintendo',
] as const satisfies readonly Platform[];
export type NavigationPlatform = (typeof NAVIGATION_PLATFORMS)[number];

const byLowerCase = new Map<string, Platform>(PLATFORMS.map((platform) => [platform.toLowerCase(), platform]));

/** The platform in its right spelling, whatever the letter case; null when the shop does not know it. */
export function findPlatform(text: string): Platform | null {
  return byLowerCase.get(text.trim().toLowerCase()) ?? null;
}

/** Which activation guide (and icon family) fits a platform; null where only the general one does. */
export function platformFamily(platform: string): NavigationPlatform | null {
  return NAVIGATION_PLATFORMS.find((family) => platform === family || platform.startsWith(`${family} `)) ?? null;
}
