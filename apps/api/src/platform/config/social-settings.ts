import type { Variables } from './environment.ts';
import type { Environment } from './variables.ts';

export interface OAuthSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly profileUrl: string;
}

export interface SteamSettings {
  readonly apiKey: string;
  readonly openidUrl: string;
  /** The prefix of a Steam identity, before its number. */
  readonly identityPrefix: string;
  readonly summariesUrl: string;
}

/** Null: off. */
export interface SocialSettings {
  readonly google: OAuthSettings | null;
  readonly facebook: OAuthSettings | null;
  readonly steam: SteamSettings | null;
}

const GRAPH = 'https://graph.facebook.com/v23.0';

const real = {
  google: {
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    profileUrl: 'https://www.googleapis.com/oauth2/v3/userinfo',
  },
  facebook: {
    authorizationUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenUrl: `${GRAPH}/oauth/access_token`,
    profileUrl: `${GRAPH}/me`,
  },
  steam: {
    openidUrl: 'https://steamcommunity.com/openid/login',
    identityPrefix: 'https://steamcommunity.com/openid/id/',
    summariesUrl: 'https://api.steampowered.com/ISteamUser/GetPlayerSummaries/v2/',
  },
} as const;

const pairs = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
] as const;

export function socialProblems(set: Environment): string[] {
  return pairs
    .filter(([id, secret]) => (set[id] === undefined) !== (set[secret] === undefined))
    .map(([id, secret]) => `${id} and ${secret} must be set both, or neither.`);
}

/** With credentials the real site, without them the stand-in where there is one, else off. Production has no stand-in. */
export function socialSettings(data: Variables): SocialSettings {
  const standIn = data.IDENTITY_STAND_IN_URL;
  const oauth = (site: 'google' | 'facebook', clientId: string | null, clientSecret: string | null): OAuthSettings | null => {
    if (clientId !== null && clientSecret !== null) return { clientId, clientSecret, ...real[site] };
    if (standIn === null) return null;
    const at = `${standIn}/identity/${site}`;
    return {
      clientId: 'keyturn-development',
      clientSecret: 'development-secret',
      authorizationUrl: `${at}/authorize`,
      tokenUrl: `${at}/token`,
      profileUrl: `${at}/userinfo`,
    };
  };
  const steamKey = data.STEAM_API_KEY;
  const steamStandIn =
    standIn === null
      ? null
      : {
          openidUrl: `${standIn}/identity/steam/login`,
          identityPrefix: `${standIn}/identity/steam/id/`,
          summariesUrl: `${standIn}/identity/steam/summaries`,
        };
  return {
    google: oauth('google', data.GOOGLE_CLIENT_ID, data.GOOGLE_CLIENT_SECRET),
    facebook: oauth('facebook', data.FACEBOOK_APP_ID, data.FACEBOOK_APP_SECRET),
    steam: steamKey !== null ? { apiKey: steamKey, ...real.steam } : steamStandIn && { apiKey: 'development', ...steamStandIn },
  };
}
