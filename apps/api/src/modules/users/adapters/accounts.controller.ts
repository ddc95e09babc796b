import { RESET_LINK_MINUTES } from '@keyturn/shop-rules';
import { Body, Controller, Get, HttpCode, Ip, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiOkResponse,
  ApiOperation,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CaptchaPass } from '../../../platform/captcha/captcha-pass.ts';
import { widestNetworkOf } from '../../../platform/http/security/browser-id.ts';
import { Problem } from '../../../platform/http/responses/problem.dto.ts';
import { Limited } from '../../../platform/limits/limited.ts';
import type { Place } from '../../../shared/place.ts';
import type { Identity } from '../application/authenticate.ts';
import { ResetPassword } from '../application/reset-password.ts';
import { SignUp } from '../application/sign-up.ts';
import { type Verification, VerifyEmail } from '../application/verify-email.ts';
import { CurrentUser } from './jwt/current-user.ts';
import { LenientJwtAuthGuard } from './jwt/jwt-auth-guards.ts';
import { SignUpMemory } from './sign-up-memory.ts';
import { CallerPlace } from '../../../platform/http/security/caller.ts';
import {
  captchaExample,
  CaptchaProblem,
  EmailOnly,
  Message,
  OtpOnly,
  OtpOwner,
  ResetPasswordRequest,
  SignupRequest,
  Succes,
  SuccesMessage,
  VerificationAnswer,
} from './users.dto.ts';

const sentenceOf: Readonly<Record<Verification['outcome'], string>> = {
  verified: 'Your e-mail address is verified. Welcome!',
  repeated: 'Your e-mail address is verified already. Please log in.',
  invalid: 'This link is no longer valid. Please ask for a new one.',
  stranger: 'Please log in to the account that you made, and this address is verified. If you did not sign up, there is nothing to do.',
};

/** Sign-up, verification and password reset. No answer reveals whether an address has an account. */
@ApiTags('users')
@Controller('user')
export class AccountsController {
  constructor(
    private readonly signUp: SignUp,
    private readonly verifyEmail: VerifyEmail,
    private readonly reset: ResetPassword,
    private readonly memory: SignUpMemory,
  ) {}

  @Post('signup')
  @Limited('signup')
  @ApiOperation({
    operationId: 'signUp',
    summary: 'Create an account',
    description: 'Mails a verification link. The answer is the same for an address that has an account.',
  })
  @ApiCreatedResponse({ type: Message })
  @ApiBadRequestResponse({ type: Problem })
  async signup(@Body() body: SignupRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Message> {
    const id = await this.signUp.run({ username: body.username, lastname: body.lastname, email: body.email, password: body.password });
    this.memory.keep(reply, id);
    return { message: 'Welcome! Please look into your mailbox to confirm your e-mail address.' };
  }

  @Get('verify/:token')
  @UseGuards(LenientJwtAuthGuard)
  @Limited('verify-email')
  @ApiSecurity('tk')
  // Or none.
  @ApiSecurity({})
  @ApiOperation({
    operationId: 'verifyEmail',
    summary: 'Verify an e-mail address',
    description: 'The link of the verification mail, opened in the browser that signed up or with the login of the account.',
  })
  @ApiOkResponse({ type: VerificationAnswer })
  async verify(
    @Param('token') token: string,
    @CurrentUser() user: Identity | null,
    @Req() request: FastifyRequest,
    @CallerPlace() place: Place,
  ): Promise<VerificationAnswer> {
    const verification = await this.verifyEmail.run(token, [user?.id ?? null, this.memory.of(request)], place);
    return {
      status: verification.outcome === 'verified' || verification.outcome === 'repeated',
      message: sentenceOf[verification.outcome],
      ...(verification.outcome === 'verified' && { token: verification.token }),
      ...(verification.outcome === 'stranger' && { needsLogin: true }),
    };
  }

  @Post('resend-verification')
  @HttpCode(200)
  @Limited('resend-verification')
  @ApiOperation({
    operationId: 'resendVerification',
    summary: 'Resend the verification mail',
    description: 'Mails another verification link if the address is not verified yet.',
  })
  @ApiOkResponse({ type: Message })
  @ApiBadRequestResponse({ type: Problem })
  async resendVerification(@Body() body: EmailOnly): Promise<Message> {
    await this.verifyEmail.sendAgain(body.email);
    return { message: 'If this address waits for its confirmation, a new link is on its way.' };
  }

  @Post('forgot-password')
  @HttpCode(200)
  @Limited('forgot-password')
  @ApiOperation({
    operationId: 'forgotPassword',
    summary: 'Request a password reset',
    description: `Mails a link that is valid for ${RESET_LINK_MINUTES} minutes. The answer is the same for an unknown address.`,
  })
  @ApiOkResponse({ type: SuccesMessage })
  @ApiBadRequestResponse({ type: Problem })
  @ApiForbiddenResponse({
    type: CaptchaProblem,
    description: 'Links to this address were asked for often today, by whomever: a fresh captcha pass is needed',
    example: captchaExample,
  })
  async forgotPassword(@Body() body: EmailOnly, @Ip() address: string, @CaptchaPass() pass: string | null): Promise<SuccesMessage> {
    await this.reset.ask({ email: body.email, network: widestNetworkOf(address), pass });
    return { succes: true, message: 'If there is an account with this address, a link to choose a new password is on its way.' };
  }

  @Post('verify-otp')
  @HttpCode(200)
  @Limited('verify-otp')
  @ApiOperation({
    operationId: 'verifyOtp',
    summary: 'Check a password reset token',
    description: 'Returns whose password it resets; does not use it up.',
  })
  @ApiOkResponse({ type: OtpOwner })
  @ApiBadRequestResponse({ type: Problem, description: `Unknown, used, or older than ${RESET_LINK_MINUTES} minutes` })
  async verifyOtp(@Body() body: OtpOnly): Promise<OtpOwner> {
    return { email: await this.reset.check(body.otp) };
  }

  @Post('reset-password')
  @HttpCode(200)
  @Limited('reset-password')
  @ApiOperation({
    operationId: 'resetPassword',
    summary: 'Reset the password',
    description: 'By the token of a reset link. Ends all logins.',
  })
  @ApiOkResponse({ type: Succes })
  @ApiBadRequestResponse({ type: Problem })
  async resetPassword(@Body() { email, otp, newPassword }: ResetPasswordRequest, @CallerPlace() place: Place): Promise<Succes> {
    await this.reset.run({ email, otp, newPassword }, place);
    return { succes: true };
  }
}
