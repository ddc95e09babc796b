import { Body, Controller, Delete, Get, Param, Post, UseGuards } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiSecurity,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { Problem, problemExample } from '../../../../platform/http/responses/problem.dto.ts';
import type { Identity } from '../../application/authenticate.ts';
import type { Place } from '../../../../shared/place.ts';
import { type IssuedToken, PROVIDERS } from '../../application/ports.ts';
import { OwnSessions } from '../../application/sessions.ts';
import { SocialLogins } from '../../application/social-logins.ts';
import { LastWayIn, SessionNotFound, SocialLoginNotFound } from '../../domain/account-errors.ts';
import { CurrentToken, CurrentUser } from '../jwt/current-user.ts';
import { JwtAuthGuard } from '../jwt/jwt-auth-guards.ts';
import { CallerPlace } from '../../../../platform/http/security/caller.ts';
import { OwnerRoute } from '../owner-route.ts';
import { Message } from '../users.dto.ts';
import { linkedView, SessionList, sessionView, SocialLoginList, UnlinkRequest } from './sessions.dto.ts';

/** Where a user is signed in, and the sites that let the user in. */
@ApiTags('users')
@Controller('user')
export class SessionsController {
  constructor(
    private readonly sessions: OwnSessions,
    private readonly socialLogins: SocialLogins,
  ) {}

  @Get('sessions')
  @UseGuards(JwtAuthGuard)
  @ApiSecurity('tk')
  @ApiOperation({
    operationId: 'listSessions',
    summary: 'List sessions',
    description: 'Where the user is signed in: browser, network, since when, and when it was last seen.',
  })
  @ApiOkResponse({ type: SessionList })
  @ApiUnauthorizedResponse({ type: Problem })
  async listSessions(@CurrentToken() { id, userId, version }: IssuedToken): Promise<SessionList> {
    return { items: (await this.sessions.list(userId, version)).map((session) => sessionView(session, id)) };
  }

  @Delete('sessions/:id')
  @UseGuards(JwtAuthGuard)
  @ApiSecurity('tk')
  @ApiOperation({
    operationId: 'endSession',
    summary: 'End a session',
    description: 'Logs out one device, which may be the one that asks; the others stay logged in.',
  })
  @ApiOkResponse({ type: Message })
  @ApiUnauthorizedResponse({ type: Problem })
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new SessionNotFound().message) })
  async endSession(@Param('id') id: string, @CurrentUser() user: Identity, @CallerPlace() place: Place): Promise<Message> {
    await this.sessions.end(user.id, id, place);
    return { message: 'This device is logged out.' };
  }

  @Get('social-logins')
  @UseGuards(JwtAuthGuard)
  @ApiSecurity('tk')
  @ApiOperation({
    operationId: 'listSocialLogins',
    summary: 'List linked social logins',
    description: 'The sites by which the user can log in.',
  })
  @ApiOkResponse({ type: SocialLoginList })
  @ApiUnauthorizedResponse({ type: Problem })
  async listSocialLogins(@CurrentUser() user: Identity): Promise<SocialLoginList> {
    return { items: (await this.socialLogins.list(user.id)).map(linkedView) };
  }

  @Post('social-logins/:provider/unlink')
  @OwnerRoute()
  @ApiParam({ name: 'provider', enum: PROVIDERS })
  @ApiOperation({
    operationId: 'unlinkSocialLogin',
    summary: 'Delete a linked social login',
    description:
      'A later login by this site opens another account, and all other sessions end. Asks for the current password; an account without one must have logged in within ten minutes. The only way to log in stays.',
  })
  @ApiOkResponse({ type: Message })
  @ApiNotFoundResponse({ type: Problem, example: problemExample(404, new SocialLoginNotFound().message) })
  @ApiConflictResponse({ type: Problem, description: 'The only way to log in', example: problemExample(409, new LastWayIn(true).message) })
  async unlinkSocialLogin(
    @Param('provider') name: string,
    @Body() { currentPassword }: UnlinkRequest,
    @CurrentUser() user: Identity,
    @CurrentToken() token: IssuedToken,
    @CallerPlace() place: Place,
  ): Promise<Message> {
    const provider = PROVIDERS.find((known) => known === name);
    if (provider === undefined) throw new SocialLoginNotFound();
    await this.socialLogins.unlink(user, { provider, password: currentPassword ?? '', token }, place);
    return { message: 'The site is unlinked from your account, and your other devices are logged out.' };
  }
}
