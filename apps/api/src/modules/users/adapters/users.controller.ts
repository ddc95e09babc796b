import { Body, Controller, Get, HttpCode, Ip, Patch, Post, Put, UseGuards } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiForbiddenResponse,
  ApiOkResponse,
  ApiOperation,
  ApiSecurity,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { CaptchaPass } from '../../../platform/captcha/captcha-pass.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { Limited, networkBuckets } from '../../../platform/limits/limited.ts';
import type { Place } from '../../../shared/place.ts';
import { Authenticate, type Identity } from '../application/authenticate.ts';
import { ChangeAccount } from '../application/change-account.ts';
import { EditWishlist } from '../application/edit-wishlist.ts';
import { LogIn } from '../application/log-in.ts';
import { FREE_FAILURES } from '../application/login-limits.ts';
import type { IssuedToken } from '../application/ports.ts';
import type { User } from '../domain/user.ts';
import { CurrentToken, CurrentUser } from './jwt/current-user.ts';
import { JwtAuthGuard } from './jwt/jwt-auth-guards.ts';
import { CallerPlace } from '../../../platform/http/security/caller.ts';
import {
  captchaExample,
  CaptchaProblem,
  LoginAnswer,
  LoginProblem,
  LoginRequest,
  Message,
  PasswordChange,
  PasswordChanged,
  Profile,
  ProfileChange,
  Wishlist,
  WishlistChange,
} from './users.dto.ts';

/** Login, and calls of a user who is logged in. */
@ApiTags('users')
@Controller('user')
export class UsersController {
  constructor(
    private readonly logIn: LogIn,
    private readonly account: ChangeAccount,
    private readonly wishlist: EditWishlist,
    private readonly authenticate: Authenticate,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Limited('login')
  @ApiOperation({ operationId: 'login', summary: 'Log in', description: 'Returns a token for an e-mail and a password.' })
  @ApiOkResponse({ type: LoginAnswer })
  @ApiBadRequestResponse({ type: Problem })
  @ApiUnauthorizedResponse({
    type: LoginProblem,
    example: { ...problemExample(401, 'The e-mail or the password is wrong.'), succes: false },
  })
  @ApiForbiddenResponse({
    type: CaptchaProblem,
    description: 'After three failed logins a fresh captcha pass is needed',
    example: captchaExample,
  })
  async login(
    @Body() body: LoginRequest,
    @Ip() address: string,
    @CallerPlace() place: Place,
    @CaptchaPass() pass: string | null,
  ): Promise<LoginAnswer> {
    const networks = networkBuckets('failed login', address, FREE_FAILURES);
    const { token, username } = await this.logIn.run({ email: body.email, password: body.password, pass }, place, networks);
    return { succes: true, tk: token, username, message: 'Welcome back!' };
  }

  @Get('profile')
  @UseGuards(JwtAuthGuard)
  @ApiSecurity('tk')
  @ApiOperation({ operationId: 'getProfile', summary: 'Get the profile', description: 'Of the user who is logged in.' })
  @ApiOkResponse({ type: Profile })
  @ApiUnauthorizedResponse({ type: Problem })
  getProfile(@CurrentUser() { username, lastname, email, isEmailVerified, hasPassword }: Identity): Profile {
    return { username, lastname, email: email ?? '', isEmailVerified, hasPassword };
  }

  @Patch('profile')
  @UseGuards(JwtAuthGuard)
  @Limited('account-change')
  @ApiSecurity('tk')
  @ApiOperation({ operationId: 'changeProfile', summary: 'Update the profile', description: 'Changes only the names that are sent.' })
  @ApiOkResponse({ type: Profile })
  @ApiBadRequestResponse({ type: Problem })
  @ApiUnauthorizedResponse({ type: Problem })
  async changeProfile(@Body() body: ProfileChange, @CurrentUser() user: Identity): Promise<Profile> {
    return profileView(await this.account.rename(user.id, body));
  }

  @Post('change-password')
  @UseGuards(JwtAuthGuard)
  @HttpCode(200)
  @Limited('change-password')
  @ApiSecurity('tk')
  @ApiOperation({
    operationId: 'changePassword',
    summary: 'Change the password',
    description: 'Requires the current password, ends all logins and returns a new token for this device.',
  })
  @ApiOkResponse({ type: PasswordChanged })
  @ApiBadRequestResponse({ type: Problem, description: '`details` names `currentPassword` or `newPassword`' })
  @ApiUnauthorizedResponse({ type: Problem })
  async changePassword(
    @Body() { currentPassword, newPassword }: PasswordChange,
    @CurrentUser() user: Identity,
    @CallerPlace() place: Place,
  ): Promise<PasswordChanged> {
    const tk = await this.account.changePassword(user.id, { currentPassword, newPassword }, place);
    return { succes: true, message: 'Your password was changed. Other devices were logged out.', tk };
  }

  @Post('logout')
  @UseGuards(JwtAuthGuard)
  @HttpCode(200)
  @ApiSecurity('tk')
  @ApiOperation({ operationId: 'logOut', summary: 'Log out', description: 'Revokes the token that is sent; other devices stay logged in.' })
  @ApiOkResponse({ type: Message })
  @ApiUnauthorizedResponse({ type: Problem })
  async logOut(@CurrentToken() token: IssuedToken, @CallerPlace() place: Place): Promise<Message> {
    await this.authenticate.end(token, place);
    return { message: 'You are logged out.' };
  }

  @Post('logout-everywhere')
  @UseGuards(JwtAuthGuard)
  @HttpCode(200)
  @ApiSecurity('tk')
  @ApiOperation({
    operationId: 'logOutEverywhere',
    summary: 'Log out on all devices',
    description: 'Ends all logins of the account, including this one.',
  })
  @ApiOkResponse({ type: Message })
  @ApiUnauthorizedResponse({ type: Problem })
  async logOutEverywhere(@CurrentUser() user: Identity, @CallerPlace() place: Place): Promise<Message> {
    await this.account.logOutEverywhere(user.id, place);
    return { message: 'You are logged out on all devices.' };
  }

  @Get('wishlist')
  @UseGuards(JwtAuthGuard)
  @ApiSecurity('tk')
  @ApiOperation({ operationId: 'getWishlist', summary: 'Get the wishlist', description: 'Of the account, newest first.' })
  @ApiOkResponse({ type: Wishlist })
  @ApiUnauthorizedResponse({ type: Problem })
  async getWishlist(@CurrentUser() user: Identity): Promise<Wishlist> {
    return { items: await this.wishlist.ofUser(user.id) };
  }

  @Put('wishlist')
  @UseGuards(JwtAuthGuard)
  @Limited('account-change')
  @ApiSecurity('tk')
  @ApiOperation({
    operationId: 'mergeWishlist',
    summary: 'Update the wishlist',
    description:
      'Adds and removes products and returns the merged list. After login send all that the browser has; later only the changes. Ids of unknown products are ignored.',
  })
  @ApiOkResponse({ type: Wishlist })
  @ApiBadRequestResponse({ type: Problem })
  @ApiUnauthorizedResponse({ type: Problem })
  async mergeWishlist(@Body() body: WishlistChange, @CurrentUser() user: Identity): Promise<Wishlist> {
    return { items: await this.wishlist.change(user.id, { items: body.items, removed: body.removed ?? [] }) };
  }
}

function profileView(user: User): Profile {
  return {
    username: user.username,
    lastname: user.lastname,
    email: user.email ?? '',
    isEmailVerified: user.email !== null && user.emailVerifiedAt !== null,
    hasPassword: user.passwordHash !== null,
  };
}
