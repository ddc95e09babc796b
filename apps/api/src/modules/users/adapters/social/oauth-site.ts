import type { Strategy } from 'passport';
import { type Profile as FacebookProfile, Strategy as FacebookStrategy } from 'passport-facebook';
import { type Profile as GoogleProfile, Strategy as GoogleStrategy } from 'passport-google-oauth20';
import type { OAuthSettings } from '../../../../platform/config/social-settings.ts';
import type { SocialPerson } from '../../application/social-log-in.ts';
import { cleanName, type Flow, type Query, type SocialSite } from './flow.ts';

const PATIENCE_MS = 10_000;
const LONGEST_EMAIL = 254;

interface Attempt {
  readonly query: Query;
  readonly state: string;
  verifier: string;
}

/** Where Passport keeps state and verifier between the two requests: in the attempt, which the signed cookie carries. */
const attemptStore = {
  store(attempt: Attempt, verifier: string, _state: unknown, _meta: unknown, done: (error: null, state: string) => void): void {
    attempt.verifier = verifier;
    done(null, attempt.state);
  },
  verify(attempt: Attempt, state: string, _meta: unknown, done: (error: null, verifier: string | false, info?: object) => void): void {
    if (state === attempt.state) done(null, attempt.verifier);
    else done(null, false, { message: 'The state is another one.' });
  },
};

interface Authenticating {
  authenticate(request: object, options: object): void;
}

type Outcome = { readonly redirect: string } | { readonly person: SocialPerson } | { readonly refused: true };

/** A site that speaks OAuth 2, by its Passport strategy, with state and PKCE. */
export class OAuthSite implements SocialSite {
  constructor(private readonly strategy: Strategy) {}

  isAnswer(query: Query): boolean {
    return ['code', 'error', 'error_code', 'state'].some((name) => name in query);
  }

  async begin(state: string): Promise<{ url: string; verifier: string }> {
    const attempt: Attempt = { query: {}, state, verifier: '' };
    const outcome = await this.run(attempt);
    if (!('redirect' in outcome)) throw new Error('The strategy led nowhere.');
    return { url: outcome.redirect, verifier: attempt.verifier };
  }

  async finish(query: Query, { state, verifier }: Flow): Promise<SocialPerson | null> {
    const outcome = await this.run({ query, state, verifier });
    if ('redirect' in outcome) throw new Error('The site answered without a code.');
    return 'person' in outcome ? outcome.person : null;
  }

  /** What Passport's own middleware does: gives the strategy its five ways to end, and waits for one of them. */
  private run(attempt: Attempt): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => reject(new Error('The site did not answer in time.')), PATIENCE_MS);
      const end = (work: () => void) => () => {
        clearTimeout(patience);
        work();
      };
      const ways = {
        success: (person: SocialPerson) => end(() => resolve({ person }))(),
        fail: () => end(() => resolve({ refused: true }))(),
        redirect: (redirect: string) => end(() => resolve({ redirect }))(),
        pass: end(() => resolve({ refused: true })),
        error: (error: unknown) => end(() => reject(error instanceof Error ? error : new Error(String(error))))(),
      };
      const running = Object.assign(Object.create(this.strategy) as Authenticating, ways);
      running.authenticate(attempt, {});
    });
  }
}

export function googleSite(settings: OAuthSettings, callbackUrl: string): SocialSite {
  const strategy = new GoogleStrategy(
    { ...strategyOptions(settings, callbackUrl), userProfileURL: settings.profileUrl, scope: ['openid', 'profile', 'email'] } as never,
    (_access: string, _refresh: string, profile: GoogleProfile, done: (error: null, person: never) => void) => {
      const { email_verified: verified } = profile._json as { email_verified?: unknown };
      done(null, personOf('google', profile, verified === true || verified === 'true') as never);
    },
  );
  return new OAuthSite(strategy as unknown as Strategy);
}

/** Facebook hands out addresses without a word on whether it checked them, so none counts as checked. */
export function facebookSite(settings: OAuthSettings, callbackUrl: string): SocialSite {
  const strategy = new FacebookStrategy(
    {
      ...strategyOptions(settings, callbackUrl),
      profileURL: settings.profileUrl,
      profileFields: ['id', 'displayName', 'name', 'emails'],
      enableProof: true,
      scope: ['public_profile', 'email'],
    } as never,
    (_access: string, _refresh: string, profile: FacebookProfile, done: (error: null, person: never) => void) =>
      done(null, personOf('facebook', profile, false) as never),
  );
  return new OAuthSite(strategy as unknown as Strategy);
}

function strategyOptions({ clientId, clientSecret, authorizationUrl, tokenUrl }: OAuthSettings, callbackURL: string) {
  return {
    clientID: clientId,
    clientSecret,
    authorizationURL: authorizationUrl,
    tokenURL: tokenUrl,
    callbackURL,
    pkce: true,
    state: true,
    store: attemptStore,
  };
}

function personOf(
  provider: 'google' | 'facebook',
  profile: { id: unknown; displayName?: string; name?: { givenName?: string; familyName?: string }; emails?: { value: string }[] },
  isEmailVerified: boolean,
): SocialPerson {
  if (typeof profile.id !== 'string' || profile.id === '') throw new Error('The site named nobody.');
  const given = profile.emails?.[0]?.value;
  const email = typeof given === 'string' && given.length <= LONGEST_EMAIL && /^[^\s@]+@[^\s@]+$/.test(given) ? given : null;
  return {
    provider,
    providerId: profile.id,
    username: cleanName(profile.name?.givenName ?? profile.displayName, 'Player'),
    lastname: cleanName(profile.name?.familyName, ''),
    email,
    isEmailVerified: email !== null && isEmailVerified,
  };
}
