import { Body, Controller, Get, HttpCode, Ip, Post, Req, Res } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config.ts';
import { Problem } from '../http/responses/problem.dto.ts';
import { noteRefusal } from '../http/responses/refusals.ts';
import { Limited } from '../limits/limited.ts';
import { CaptchaPasses, handOutPass } from './captcha-pass.ts';
import { CaptchaAnswerDto, CaptchaChallengeDto, CaptchaVerdictDto } from './captcha.dto.ts';
import { Captcha } from './ports.ts';

@ApiTags('users')
@Controller('user')
export class CaptchaController {
  constructor(
    private readonly captcha: Captcha,
    private readonly passes: CaptchaPasses,
    private readonly config: Config,
  ) {}

  @Get('captcha-challenge')
  @Limited('captcha')
  @ApiOperation({
    operationId: 'getCaptchaChallenge',
    summary: 'Get a captcha challenge',
    description: 'What the widget of the configured captcha needs.',
  })
  @ApiOkResponse({ type: CaptchaChallengeDto })
  async getCaptchaChallenge(): Promise<CaptchaChallengeDto> {
    return { ...(await this.captcha.challenge()) };
  }

  @Post('verifyCaptcha')
  @HttpCode(200)
  @Limited('captcha')
  @ApiOperation({
    operationId: 'verifyCaptcha',
    summary: 'Verify a captcha',
    description:
      'A correct answer sets the captcha pass that login, checkout and contact ask for: the HttpOnly cookie `captcha` of this API, valid for ten minutes and one use. Send this call, login, checkout and contact with credentials. A widget answer is valid once: reset the widget after every attempt.',
  })
  @ApiOkResponse({ type: CaptchaVerdictDto })
  @ApiBadRequestResponse({ type: Problem })
  async verifyCaptcha(
    @Body() body: CaptchaAnswerDto,
    @Ip() address: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CaptchaVerdictDto> {
    if (!(await this.captcha.isSolved(body.captchaValue, address))) {
      noteRefusal(request, 'captcha-answer');
      return { success: false };
    }
    handOutPass(reply, await this.passes.issue(), this.config);
    return { success: true };
  }
}
