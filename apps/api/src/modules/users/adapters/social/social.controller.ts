import { applyDecorators, Controller, Get, Header, Logger, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../../../platform/config/config.ts';
import { derivedSecret } from '../../../../platform/config/derived-secret.ts';
import { networkOf } from '../../../../platform/http/security/browser-id.ts';
import { Limited } from '../../../../platform/limits/limited.ts';
import { Clock, Ids, SingleUse } from '../../../../shared/ports.ts';
import type { Provider } from '../../application/ports.ts';
import { SocialLogIn } from '../../application/social-log-in.ts';
import { Providers } from '../users.dto.ts';
import { FlowSeal, type Query, type SocialSite } from './flow.ts';
import { facebookSite, googleSite } from './oauth-site.ts';
import { SteamSite } from './steam-site.ts';

const COOKIE = 'social';
const LIFETIME_SECONDS = 600;

/** Why a login came to nothing, as `/auth/login?error=…` tells it. */
type Failure = 'refused' | 'failed' | 'expired' | 'unavailable';

const led =
  'To the site; with its answer to `{storefront}/home?token=…&name=…`, or `{storefront}/auth/login?error=` refused, failed, expired, unavailable';

/** What the site adds to the address on the way back; a visit without any of it begins the login. */
const Answered = (...names: string[]) =>
  applyDecorators(...names.map((name) => ApiQuery({ name, required: false, type: String, description: "Of the site's answer" })));

@ApiTags('users')
@Controller()
export class SocialController {
  private readonly logger = new Logger('social-login');
  private readonly seal: FlowSeal;
  private readonly sites: Readonly<Record<Provider, SocialSite | null>>;

  constructor(
    private readonly config: Config,
    private readonly logIn: SocialLogIn,
    private readonly singleUse: SingleUse,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    const { google, facebook, steam } = config.social;
    this.seal = new FlowSeal(derivedSecret(config, 'social login'));
    this.sites = {
      google: google && googleSite(google, `${config.apiOrigin}/auth/google/callback`),
      facebook: facebook && facebookSite(facebook, `${config.apiOrigin}/auth/facebook/callback`),
      steam: steam && new SteamSite(steam, `${config.apiOrigin}/user/steam`, singleUse),
    };
  }

  @Get('user/providers')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'listProviders', summary: 'Which logins by other sites are on; only their buttons are shown' })
  @ApiOkResponse({ type: Providers })
  listProviders(): Providers {
    return { google: this.sites.google !== null, facebook: this.sites.facebook !== null, steam: this.sites.steam !== null };
  }

  @Get('auth/google/callback')
  @Limited('social-login')
  @ApiOperation({ operationId: 'logInWithGoogle', summary: 'A navigation of the browser, no call: logs in by Google' })
  @Answered('state', 'code', 'error')
  @ApiFoundResponse({ description: led })
  google(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.visit('google', request, reply);
  }

  @Get('auth/facebook/callback')
  @Limited('social-login')
  @ApiOperation({ operationId: 'logInWithFacebook', summary: 'A navigation of the browser, no call: logs in by Facebook' })
  @Answered('state', 'code', 'error')
  @ApiFoundResponse({ description: led })
  facebook(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.visit('facebook', request, reply);
  }

  @Get('user/steam')
  @Limited('social-login')
  @ApiOperation({ operationId: 'logInWithSteam', summary: 'A navigation of the browser, no call: logs in by Steam' })
  @Answered('state', 'openid.mode', 'openid.claimed_id', 'openid.return_to', 'openid.sig')
  @ApiFoundResponse({ description: led })
  steam(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.visit('steam', request, reply);
  }

  private async visit(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // The way back carries codes and tokens in its address: no page may learn it as a referrer.
    void reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer');
    const site = this.sites[provider];
    const query = singleValues(request.query);
    if (site === null) return this.giveUp(reply, 'unavailable');
    try {
      if (site.isAnswer(query)) await this.finish(provider, site, query, request, reply);
      else await this.begin(provider, site, reply);
    } catch (error) {
      // The message may quote the site; the code in the address is nowhere in it.
      this.logger.warn({
        message: 'A login by another site failed.',
        provider,
        cause: error instanceof Error ? error.message : String(error),
      });
      this.giveUp(reply, 'failed');
    }
  }

  private async begin(provider: Provider, site: SocialSite, reply: FastifyReply): Promise<void> {
    const state = this.ids.token();
    const { url, verifier } = await site.begin(state);
    const endsAt = this.clock.now().getTime() + LIFETIME_SECONDS * 1000;
    void reply
      .setCookie(COOKIE, this.seal.seal({ provider, state, verifier, endsAt }), { ...this.cookieOptions(), maxAge: LIFETIME_SECONDS })
      .redirect(url, 302);
  }

  private async finish(provider: Provider, site: SocialSite, query: Query, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    void reply.clearCookie(COOKIE, this.cookieOptions());
    const flow = this.seal.open(request.cookies[COOKIE], this.clock.now().getTime());
    const isAnswered = flow?.provider === provider && flow.state === query.state;
    if (!isAnswered || !(await this.singleUse.note(`social state ${flow.state}`, new Date(flow.endsAt))))
      return this.giveUp(reply, 'expired');
    const person = await site.finish(query, flow);
    if (person === null) return this.giveUp(reply, 'refused');
    const { token, username } = await this.logIn.run(person, networkOf(request.ip));
    void reply.redirect(`${this.config.storefrontOrigin}/home?${new URLSearchParams({ token, name: username }).toString()}`, 302);
  }

  private giveUp(reply: FastifyReply, failure: Failure): void {
    void reply.redirect(`${this.config.storefrontOrigin}/auth/login?error=${failure}`, 302);
  }

  /** Lax: it comes along when the other site sends the browser back. */
  private cookieOptions() {
    return { httpOnly: true, sameSite: 'lax', secure: this.config.apiOrigin.startsWith('https:'), path: '/' } as const;
  }
}

function singleValues(query: unknown): Query {
  if (typeof query !== 'object' || query === null) return {};
  return Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
