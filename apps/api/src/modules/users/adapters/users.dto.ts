import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsOptional, IsString, MaxLength } from 'class-validator';
import { EmailField } from '../../../platform/http/requests/fields.ts';
import { Problem, problemExample } from '../../../platform/http/responses/problem.dto.ts';
import { ProductCard } from '../../catalog/index.ts';
import { MOST_WISHES } from '../application/edit-wishlist.ts';
import { MailedTokenField, NameField, NewPasswordField, OptionalNameField, PasswordField } from './fields.ts';

const LONGEST_PRODUCT_ID = 64;

export class LoginRequest {
  @EmailField() email: string;
  @PasswordField() password: string;
}

export class LoginAnswer {
  @ApiProperty({ example: true }) succes: boolean;
  @ApiProperty({ description: 'The token, valid for one day' }) tk: string;
  @ApiProperty() username: string;
  @ApiProperty() message: string;
}

export class LoginProblem extends Problem {
  @ApiProperty({ example: false }) succes: boolean;
}

export class CaptchaProblem extends LoginProblem {
  @ApiProperty({ example: true, description: 'Show a captcha, send its answer to verifyCaptcha, and retry' }) captchaNeeded: boolean;
  @ApiProperty({ example: true, description: 'The same, as the checkout says it' }) captcha: boolean;
}

export const captchaExample = {
  ...problemExample(403, 'Please verify the captcha.'),
  succes: false,
  captchaNeeded: true,
  captcha: true,
} as const;

export class SignupRequest {
  @NameField('The first name') username: string;
  @NameField('The last name') lastname: string;
  @EmailField() email: string;
  @NewPasswordField() password: string;
}

export class Message {
  @ApiProperty({ description: 'A sentence for the shopper' }) message: string;
}

export class SuccesMessage extends Message {
  @ApiProperty({ example: true }) succes: boolean;
}

export class EmailOnly {
  @EmailField() email: string;
}

export class OtpOnly {
  @MailedTokenField() otp: string;
}

export class OtpOwner {
  @ApiProperty({ description: 'E-mail of the account whose password is reset' }) email: string;
}

export class ResetPasswordRequest {
  @EmailField() email: string;
  @MailedTokenField() otp: string;
  @NewPasswordField() newPassword: string;
}

export class Succes {
  @ApiProperty({ example: true }) succes: boolean;
}

export class VerificationAnswer extends Message {
  @ApiProperty({ description: 'Whether the address is verified now' }) status: boolean;
  @ApiPropertyOptional({ description: 'A login token; only if this call verified the address' }) token?: string;
  @ApiPropertyOptional({ description: 'True if the link works after login to its account' }) needsLogin?: boolean;
}

export class Profile {
  @ApiProperty() username: string;
  @ApiProperty() lastname: string;
  @ApiProperty({ description: 'Empty for a social login without an address' }) email: string;
  @ApiProperty({ description: 'Required for reviews, and to see orders placed as a guest' }) isEmailVerified: boolean;
  @ApiProperty({ description: 'False: social login only, there is no password to change' }) hasPassword: boolean;
}

export class ProfileChange {
  @OptionalNameField('The first name') username?: string;
  @OptionalNameField('The last name') lastname?: string;
}

export class PasswordChange {
  @PasswordField('The current password') currentPassword: string;
  @NewPasswordField() newPassword: string;
}

export class PasswordChanged extends SuccesMessage {
  @ApiProperty({ description: 'The new login token of this device; all earlier ones are revoked' }) tk: string;
}

export class Providers {
  @ApiProperty({ description: '/auth/google/callback' }) google: boolean;
  @ApiProperty({ description: '/auth/facebook/callback' }) facebook: boolean;
  @ApiProperty({ description: '/user/steam' }) steam: boolean;
}

export class WishlistChange {
  @ApiProperty({
    type: [String],
    maxItems: MOST_WISHES,
    description: 'Products to add, newest first: `_id` or kinguinId as text',
    example: ['1949'],
  })
  @MaxLength(LONGEST_PRODUCT_ID, { each: true, message: 'items must hold ids of products.' })
  @IsString({ each: true, message: 'items must hold ids of products.' })
  @ArrayMaxSize(MOST_WISHES, { message: `items must hold at most ${MOST_WISHES} products.` })
  @IsArray({ message: 'items must be a list.' })
  items: string[];

  @ApiPropertyOptional({ type: [String], maxItems: MOST_WISHES, description: 'Products to remove' })
  @IsOptional()
  @MaxLength(LONGEST_PRODUCT_ID, { each: true, message: 'removed must hold ids of products.' })
  @IsString({ each: true, message: 'removed must hold ids of products.' })
  @ArrayMaxSize(MOST_WISHES, { message: `removed must hold at most ${MOST_WISHES} products.` })
  @IsArray({ message: 'removed must be a list.' })
  removed?: string[];
}

export class Wishlist {
  @ApiProperty({ type: [ProductCard], description: 'Newest first' }) items: ProductCard[];
}
