import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { Problem } from '../../../platform/http/problem.dto.ts';

/** What browsers take for an address: html.spec.whatwg.org/#e-mail-state-(type=email). */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export class LoginRequest {
  @ApiProperty({ format: 'email', maxLength: 254 })
  @MaxLength(254, { message: 'The e-mail is too long.' })
  @Matches(EMAIL, { message: 'Please enter a valid email address.' })
  email: string;

  @ApiProperty({ format: 'password', maxLength: 128 })
  @MaxLength(128, { message: 'The password is too long.' })
  @MinLength(1, { message: 'The password is needed.' })
  @IsString({ message: 'The password must be text.' })
  password: string;
}

export class LoginAnswer {
  @ApiProperty({ example: true }) succes: boolean;
  @ApiProperty({ description: 'The token: lives one day' }) tk: string;
  @ApiProperty() username: string;
  @ApiProperty() message: string;
}

export class LoginProblem extends Problem {
  @ApiProperty({ example: false }) succes: boolean;
}

export class Profile {
  @ApiProperty() username: string;
  @ApiProperty() lastname: string;
  @ApiProperty() email: string;
}
