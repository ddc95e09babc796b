import { Injectable } from '@nestjs/common';
import type { Strategy } from 'passport';
import { Config } from '../../../../platform/config/config.ts';
import { SingleUse } from '../../../../shared/ports.ts';
import type { Provider } from '../../application/ports.ts';
import { FacebookLogin, GoogleLogin } from './oauth-strategies.ts';
import { SteamLogin } from './steam-strategy.ts';

/** The strategy of each site; null where the site is off. */
@Injectable()
export class SocialStrategies implements Readonly<Record<Provider, Strategy | null>> {
  readonly google: Strategy | null;
  readonly facebook: Strategy | null;
  readonly steam: Strategy | null;

  constructor({ social, apiOrigin }: Config, singleUse: SingleUse) {
    this.google = social.google && new GoogleLogin(social.google, `${apiOrigin}/auth/google/callback`);
    this.facebook = social.facebook && new FacebookLogin(social.facebook, `${apiOrigin}/auth/facebook/callback`);
    this.steam = social.steam && new SteamLogin(social.steam, `${apiOrigin}/user/steam`, singleUse);
  }
}
