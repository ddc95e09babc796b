import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiSecurity, ApiTags, ApiUnauthorizedResponse } from '@nestjs/swagger';
import { Problem } from '../../../../platform/http/responses/problem.dto.ts';
import type { Identity } from '../../application/authenticate.ts';
import { AuthTrail } from '../../application/auth-trail.ts';
import { CurrentUser } from '../jwt/current-user.ts';
import { JwtAuthGuard } from '../jwt/jwt-auth-guards.ts';
import { SignInList, signInView } from './sign-ins.dto.ts';

const MOST_SHOWN = 50;

@ApiTags('users')
@Controller('user')
export class SignInsController {
  constructor(private readonly trail: AuthTrail) {}

  @Get('sign-ins')
  @UseGuards(JwtAuthGuard)
  @ApiSecurity('tk')
  @ApiOperation({
    operationId: 'listSignIns',
    summary: 'List sign-ins',
    description:
      'Logins, wrong passwords, password resets, linked social logins and ended sessions of the account, with network and browser. Kept for `KEEP_AUTH_TRAIL_DAYS`.',
  })
  @ApiOkResponse({ type: SignInList })
  @ApiUnauthorizedResponse({ type: Problem })
  async listSignIns(@CurrentUser() user: Identity): Promise<SignInList> {
    return { items: (await this.trail.ofUser(user.id, MOST_SHOWN)).map(signInView) };
  }
}
