import { applyDecorators, Controller, Get, Header, Redirect, UseGuards } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Config } from '../../../../platform/config/config.ts';
import { Limited } from '../../../../platform/limits/limited.ts';
import { Providers } from '../users.dto.ts';
import { FacebookAuthGuard, GoogleAuthGuard, Outcome, type SocialOutcome, SteamAuthGuard } from './social-auth-guards.ts';
import { SocialStrategies } from './social-strategies.ts';

const led =
  'Redirects to the provider; with its answer to `{storefront}/home?token=…&name=…`, or `{storefront}/auth/login?error=` refused, failed, expired, unavailable';

/** Query parameters of the site's answer; a request without them starts the login. */
const Answered = (...names: string[]) =>
  applyDecorators(...names.map((name) => ApiQuery({ name, required: false, type: String, description: "Of the site's answer" })));

/** The URL of the answer contains codes and tokens: it must not be sent as a referrer. */
const LeadsOn = () => applyDecorators(Redirect(), Header('Referrer-Policy', 'no-referrer'));

@ApiTags('users')
@Controller()
export class SocialController {
  constructor(
    private readonly config: Config,
    private readonly strategies: SocialStrategies,
  ) {}

  @Get('user/providers')
  @ApiOperation({
    operationId: 'listProviders',
    summary: 'List login providers',
    description: 'Which social logins are configured; only their buttons are shown.',
  })
  @ApiOkResponse({ type: Providers })
  listProviders(): Providers {
    const { google, facebook, steam } = this.strategies;
    return { google: google !== null, facebook: facebook !== null, steam: steam !== null };
  }

  @Get('auth/google/callback')
  @UseGuards(GoogleAuthGuard)
  @Limited('social-login')
  @LeadsOn()
  @ApiOperation({
    operationId: 'logInWithGoogle',
    summary: 'Log in with Google',
    description:
      'The browser navigates here; it is not called by a script. Redirects to Google, which redirects back here with its answer.',
  })
  @Answered('state', 'code', 'error')
  @ApiFoundResponse({ description: led })
  google(@Outcome() outcome: SocialOutcome) {
    return this.next(outcome);
  }

  @Get('auth/facebook/callback')
  @UseGuards(FacebookAuthGuard)
  @Limited('social-login')
  @LeadsOn()
  @ApiOperation({
    operationId: 'logInWithFacebook',
    summary: 'Log in with Facebook',
    description:
      'The browser navigates here; it is not called by a script. Redirects to Facebook, which redirects back here with its answer.',
  })
  @Answered('state', 'code', 'error')
  @ApiFoundResponse({ description: led })
  facebook(@Outcome() outcome: SocialOutcome) {
    return this.next(outcome);
  }

  @Get('user/steam')
  @UseGuards(SteamAuthGuard)
  @Limited('social-login')
  @LeadsOn()
  @ApiOperation({
    operationId: 'logInWithSteam',
    summary: 'Log in with Steam',
    description: 'The browser navigates here; it is not called by a script. Redirects to Steam, which redirects back here with its answer.',
  })
  @Answered('state', 'openid.mode', 'openid.claimed_id', 'openid.return_to', 'openid.sig')
  @ApiFoundResponse({ description: led })
  steam(@Outcome() outcome: SocialOutcome) {
    return this.next(outcome);
  }

  private next(outcome: SocialOutcome): { url: string } {
    if ('site' in outcome) return { url: outcome.site };
    const { storefrontOrigin } = this.config;
    if ('failure' in outcome) return { url: `${storefrontOrigin}/auth/login?error=${outcome.failure}` };
    const { token, username } = outcome;
    return { url: `${storefrontOrigin}/home?${new URLSearchParams({ token, name: username }).toString()}` };
  }
}
