import { element } from './head-tags.ts';

/** The shop's four social networks, each with the variable that holds its address and where it leads when none is set. */
const NETWORKS = {
  facebook: { variable: 'SOCIAL_FACEBOOK_URL', home: 'https://www.facebook.com/' },
  instagram: { variable: 'SOCIAL_INSTAGRAM_URL', home: 'https://www.instagram.com/' },
  tiktok: { variable: 'SOCIAL_TIKTOK_URL', home: 'https://www.tiktok.com/' },
  x: { variable: 'SOCIAL_X_URL', home: 'https://x.com/' },
} as const;

export type SocialAddresses = Record<keyof typeof NETWORKS, string>;

/** @throws Error with one sentence that names the variable which is no web address */
export function readSocial(read: (name: string) => string | undefined): SocialAddresses {
  const entries = Object.entries(NETWORKS).map(([network, { variable, home }]) => {
    const address = read(variable) ?? home;
    if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
      throw new Error(`${variable} must be an address such as ${home}keyturn.`);
    return [network, address];
  });
  return Object.fromEntries(entries) as SocialAddresses;
}

/** Gives the page the addresses: one build serves every shop. */
export function socialTags(addresses: SocialAddresses): string {
  return Object.entries(socialSettings(addresses))
    .map(([name, content]) => element('meta', { name, content }))
    .join('\n    ');
}

export function socialSettings(addresses: SocialAddresses): Record<string, string> {
  return Object.fromEntries(Object.entries(addresses).map(([network, address]) => [`social-${network}`, address]));
}
