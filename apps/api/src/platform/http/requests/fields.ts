import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  MinLength,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';

/** What browsers accept as an e-mail address: html.spec.whatwg.org/#e-mail-state-(type=email). */
export const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
/** The same with a dot in the domain: for delivery of orders. */
export const DELIVERY_EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;
/** No control characters (they would end up in mail headers), no bidirectional marks, no invisible characters. */
export const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]*$/u;
/** Line ends and tabs are the only control characters of a text; no bidirectional marks. */
export const SEVERAL_LINES = /^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|[\n\r\t])*$/u;

const trimmed = Transform(({ value }) => (typeof value === 'string' ? value.trim() : value));

/** An e-mail address, stored and compared in lower case. */
export function EmailField(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ format: 'email', maxLength: 254, example: 'ada@example.com' }),
    Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    Matches(EMAIL, { message: 'Please enter a valid email address.' }),
    MaxLength(254, { message: 'The e-mail is too long.' }),
    IsString({ message: 'The e-mail must be text.' }),
  );
}

/** The first broken rule is reported, in the order of the decorators: so the type comes before the length. */
function textNeeded(what: string): (context: ValidationArguments) => string {
  return ({ value }) => (value === undefined || value === null ? `${what} is needed.` : `${what} must be text.`);
}

/** Unlike `IsOptional` it refuses null, where that could be taken for a value, or for everything. */
export const MayBeLeftOut = (): PropertyDecorator => ValidateIf((_body, value) => value !== undefined);

/** An amount in major units, with two decimals at most. `IsNumber` of the library throws at numbers like 1e-7, whose text has no decimal point. */
export function IsAmount(
  options: ValidationOptions = { message: '$property must be an amount with two decimals at most.' },
): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && Math.round(value * 100) / 100 === value;
  return ValidateBy({ name: 'isAmount', validator: { validate } }, options);
}

/** One line of text that must not be empty. `what` starts the sentences about it: "The name". */
export function LineField(what: string, most: number): PropertyDecorator {
  return applyDecorators(ApiProperty({ minLength: 1, maxLength: most }), LineRules(what, most));
}

/** The rules of `LineField` without its description. */
export function LineRules(what: string, most: number): PropertyDecorator {
  return applyDecorators(
    trimmed,
    IsString({ message: textNeeded(what) }),
    MinLength(1, { message: `${what} is needed.` }),
    MaxLength(most, { message: `${what} must be at most ${most} characters long.` }),
    Matches(ONE_LINE, { message: `${what} must be one line of text.` }),
  );
}

/** Text of several lines; `least` 0 allows none. */
export function TextField(what: string, { least = 0, most }: { least?: number; most: number }): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ minLength: least, maxLength: most }),
    trimmed,
    IsString({ message: textNeeded(what) }),
    MinLength(least, { message: `${what} is needed.` }),
    MaxLength(most, { message: `${what} must be at most ${most} characters long.` }),
    Matches(SEVERAL_LINES, { message: `${what} holds characters that no text has.` }),
  );
}

/** Confirms what loses money, or looks like a slip; left out it is not confirmed. */
export function ConsentField(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ example: false, description }),
    IsBoolean({ message: 'It must be true or false.' }),
    IsOptional(),
  );
}

/** `true` or `false` in an address; left out for both. `example` is the default value in Swagger UI. */
export function FlagFilter(description: string, example?: boolean): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: Boolean, description, ...(example !== undefined && { example }) }),
    IsBoolean({ message: 'This must be true or false.' }),
    Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : value)),
    IsOptional(),
  );
}
