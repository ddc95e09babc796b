import { ApiProperty } from '@nestjs/swagger';
import { IsEmail, IsString, MaxLength, MinLength } from 'class-validator';
import { Problem } from '../../../platform/http/problem.dto.ts';

export class LoginRequest {
  @ApiProperty({ format: 'email', maxLength: 254 })
  @IsEmail({}, { message: 'Please enter a valid email address.' })
  @MaxLength(254, { message: 'The e-mail is too long.' })
  email: string;

  @ApiProperty({ format: 'password', maxLength: 128 })
  @IsString({ message: 'The password must be text.' })
  @MinLength(1, { message: 'The password is needed.' })
  @MaxLength(128, { message: 'The password is too long.' })
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
