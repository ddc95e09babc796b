import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { ONE_LINE } from '../../../platform/http/requests/fields.ts';

const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 128;
const LONGEST_NAME = 100;
const LONGEST_TOKEN = 100;

const trimmed = Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** All of them, applied from the last to the first as if they were written above the field. */
function all(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, property) => [...decorators].reverse().forEach((decorate) => decorate(target, property));
}

function name(label: string): PropertyDecorator[] {
  return [
    trimmed,
    MaxLength(LONGEST_NAME, { message: `${label} is too long.` }),
    MinLength(1, { message: `${label} is needed.` }),
    Matches(ONE_LINE, { message: `${label} must be one line of plain text.` }),
    IsString({ message: `${label} must be text.` }),
  ];
}

export function NameField(label: string): PropertyDecorator {
  return all(ApiProperty({ minLength: 1, maxLength: LONGEST_NAME }), ...name(label));
}

export function OptionalNameField(label: string): PropertyDecorator {
  return all(ApiPropertyOptional({ minLength: 1, maxLength: LONGEST_NAME }), IsOptional(), ...name(label));
}

/** An existing one: older rules may have accepted it. */
export function PasswordField(label = 'The password'): PropertyDecorator {
  return all(
    ApiProperty({ format: 'password', maxLength: LONGEST_PASSWORD }),
    MaxLength(LONGEST_PASSWORD, { message: `${label} is too long.` }),
    MinLength(1, { message: `${label} is needed.` }),
    IsString({ message: `${label} must be text.` }),
  );
}

/** Of calls that ask for a proof of the owner. */
export function CurrentPasswordField(): PropertyDecorator {
  return all(
    ApiPropertyOptional({ format: 'password', maxLength: LONGEST_PASSWORD, description: 'Needed where the account has a password' }),
    MaxLength(LONGEST_PASSWORD, { message: 'The current password is too long.' }),
    IsString({ message: 'The current password must be text.' }),
    IsOptional(),
  );
}

export function NewPasswordField(): PropertyDecorator {
  return all(
    ApiProperty({ format: 'password', minLength: SHORTEST_PASSWORD, maxLength: LONGEST_PASSWORD }),
    Matches(/^[^\p{Cc}]*$/u, { message: 'The password must not hold control characters.' }),
    MaxLength(LONGEST_PASSWORD, { message: `The password must have at most ${LONGEST_PASSWORD} characters.` }),
    MinLength(SHORTEST_PASSWORD, { message: `The password must have at least ${SHORTEST_PASSWORD} characters.` }),
    IsString({ message: 'The password must be text.' }),
  );
}

export function MailedTokenField(): PropertyDecorator {
  return all(
    ApiProperty({ maxLength: LONGEST_TOKEN, description: 'From the link in the mail' }),
    MaxLength(LONGEST_TOKEN, { message: 'This link is no longer valid. Please ask for a new one.' }),
    MinLength(1, { message: 'The code from the mail is needed.' }),
    IsString({ message: 'The code from the mail must be text.' }),
  );
}
