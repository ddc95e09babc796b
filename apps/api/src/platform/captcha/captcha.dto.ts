import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';
import { CAPTCHA_PROVIDERS, type CaptchaProvider } from './ports.ts';

/** Answers of widgets stay below 3 KB. */
const LONGEST_ANSWER = 8192;

export class CaptchaChallengeDto {
  @ApiProperty({ enum: CAPTCHA_PROVIDERS, enumName: 'CaptchaProvider', description: 'Which widget to show' }) provider: CaptchaProvider;
  @ApiPropertyOptional({ description: 'reCAPTCHA, hCaptcha, Turnstile: the public key of the widget' }) siteKey?: string;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'ALTCHA: with `signature` the challenge that the widget takes as it is',
  })
  parameters?: Record<string, unknown>;
  @ApiPropertyOptional() signature?: string;
}

export class CaptchaAnswerDto {
  @ApiProperty({ maxLength: LONGEST_ANSWER, description: 'Answer of the widget' })
  @MaxLength(LONGEST_ANSWER, { message: 'Captcha validation failed. Please try again.' })
  @MinLength(1, { message: 'Please verify the captcha.' })
  @IsString({ message: 'Please verify the captcha.' })
  captchaValue: string;
}

export class CaptchaVerdictDto {
  @ApiProperty({ description: 'False: "Captcha validation failed. Please try again."' }) success: boolean;
}
