import { PassportStrategy } from '@nestjs/passport';
import { type Profile as FacebookProfile, Strategy as FacebookStrategy } from 'passport-facebook';
import { type Profile as GoogleProfile, Strategy as GoogleStrategy } from 'passport-google-oauth20';
import type { OAuthSettings } from '../../../../platform/config/social-settings.ts';
import { EMAIL } from '../../../../platform/http/requests/fields.ts';
import type { SocialPerson } from '../../application/social-log-in.ts';
import { cleanName, type SocialAttempt } from './flow.ts';

const LONGEST_EMAIL = 254;

/** Where Passport stores state and verifier between the two requests: in the attempt's flow, in the signed cookie. */
const flowStore = {
  store({ flow }: SocialAttempt, verifier: string, _state: unknown, _meta: unknown, done: (error: null, state: string) => void): void {
    flow.verifier = verifier;
    done(null, flow.state);
  },
  verify(
    { flow }: SocialAttempt,
    state: string,
    _meta: unknown,
    done: (error: null, verifier: string | false, info?: object) => void,
  ): void {
    if (state === flow.state) done(null, flow.verifier);
    else done(null, false, { message: 'The state is another one.' });
  },
};

export class GoogleLogin extends PassportStrategy(GoogleStrategy) {
  constructor(settings: OAuthSettings, callbackUrl: string) {
    const options = { userProfileURL: settings.profileUrl, scope: ['openid', 'profile', 'email'] };
    super({ ...strategyOptions(settings, callbackUrl), ...options } as never);
  }

  validate(_access: string, _refresh: string, profile: GoogleProfile): SocialPerson {
    const { email_verified: verified } = profile._json as { email_verified?: unknown };
    return personOf('google', profile, verified === true || verified === 'true');
  }
}

export class FacebookLogin extends PassportStrategy(FacebookStrategy) {
  constructor(settings: OAuthSettings, callbackUrl: string) {
    const profile = { profileURL: settings.profileUrl, profileFields: ['id', 'displayName', 'name', 'emails'] };
    super({ ...strategyOptions(settings, callbackUrl), ...profile, enableProof: true, scope: ['public_profile', 'email'] } as never);
  }

  /** Facebook does not say whether it verified an address, so none counts as verified. */
  validate(_access: string, _refresh: string, profile: FacebookProfile): SocialPerson {
    return personOf('facebook', profile, false);
  }
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
    store: flowStore,
  };
}

function personOf(
  provider: 'google' | 'facebook',
  profile: { id: unknown; displayName?: string; name?: { givenName?: string; familyName?: string }; emails?: { value: string }[] },
  isEmailVerified: boolean,
): SocialPerson {
  if (typeof profile.id !== 'string' || profile.id === '') throw new Error('The site named nobody.');
  const given = profile.emails?.[0]?.value;
  // As sign-up takes it: other signs may be those of somebody else's address in small letters, as the Kelvin sign is a k.
  const email = typeof given === 'string' && given.length <= LONGEST_EMAIL && EMAIL.test(given) ? given : null;
  return {
    provider,
    providerId: profile.id,
    username: cleanName(profile.name?.givenName ?? profile.displayName, 'Player'),
    lastname: cleanName(profile.name?.familyName, ''),
    email,
    isEmailVerified: email !== null && isEmailVerified,
  };
}
