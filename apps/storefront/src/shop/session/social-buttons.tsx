import { apiOrigin, useListProvidersQuery } from '@keyturn/api-client';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Glyph } from '../../ui/icons/glyph.tsx';
import { rememberDeparture } from './sign-in-redirect.ts';
import styles from './social-buttons.module.css';

/** A social login is a navigation to the API. */
const PROVIDERS = {
  google: { name: 'Google', path: '/auth/google/callback' },
  facebook: { name: 'Facebook', path: '/auth/facebook/callback' },
  steam: { name: 'Steam', path: '/user/steam' },
} as const;
type SocialProvider = keyof typeof PROVIDERS;
const NAMES = Object.keys(PROVIDERS) as SocialProvider[];

/** As the site calls itself. */
export function siteNameOf(provider: SocialProvider): string {
  return PROVIDERS[provider].name;
}

/** The configured providers, and whether they are loading. Fetched only when needed. */
export function useSocialProviders({ isWanted = true } = {}): { providers: SocialProvider[]; isLoading: boolean } {
  const { data, isLoading } = useListProvidersQuery(undefined, { skip: !isWanted });
  return { providers: NAMES.filter((name) => data?.[name]), isLoading };
}

/** One button for each provider that is on; nothing where none is. */
export function SocialButtons({ providers }: { providers: readonly SocialProvider[] }) {
  if (providers.length === 0) return null;
  return (
    <ul className={styles.buttons}>
      {providers.map((provider) => (
        <li key={provider}>
          <a
            href={apiOrigin() + PROVIDERS[provider].path}
            className={buttonClass({ variant: 'secondary', isWide: true })}
            onClick={rememberDeparture}
            // A middle click opens another tab.
            onAuxClick={rememberDeparture}
          >
            <Glyph name={provider} size={18} /> Connect with {PROVIDERS[provider].name}
          </a>
        </li>
      ))}
    </ul>
  );
}
