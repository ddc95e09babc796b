import { Body, Controller, Get, Header, HttpCode, Ip, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiOkResponse,
  ApiOperation,
  ApiSecurity,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { networkOf } from '../../../platform/http/browser-id.ts';
import { Problem } from '../../../platform/http/problem.dto.ts';
import type { Identity } from '../application/authenticate.ts';
import { LogIn } from '../application/log-in.ts';
import { RequiredUser } from './current-user.ts';
import { LoginAnswer, LoginProblem, LoginRequest, Profile } from './users.dto.ts';

@ApiTags('users')
@Controller('user')
export class UsersController {
  constructor(private readonly logIn: LogIn) {}

  @Post('login')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'login', summary: 'A token for an e-mail and a password' })
  @ApiOkResponse({ type: LoginAnswer })
  @ApiBadRequestResponse({ type: Problem })
  @ApiUnauthorizedResponse({ type: LoginProblem })
  @ApiTooManyRequestsResponse({ type: LoginProblem })
  async login(@Body() body: LoginRequest, @Ip() address: string): Promise<LoginAnswer> {
    const { token, username } = await this.logIn.run({ email: body.email, password: body.password, network: networkOf(address) });
    return { succes: true, tk: token, username, message: 'Welcome back!' };
  }

  @Get('profile')
  @Header('Cache-Control', 'no-store')
  @ApiSecurity('tk')
  @ApiOperation({ operationId: 'getProfile', summary: 'Who is logged in' })
  @ApiOkResponse({ type: Profile })
  @ApiUnauthorizedResponse({ type: Problem })
  getProfile(@RequiredUser() user: Identity): Profile {
    return { username: user.username, lastname: user.lastname, email: user.email };
  }
}
