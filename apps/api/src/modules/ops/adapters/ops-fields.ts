import { applyDecorators, type ArgumentMetadata, BadRequestException, Injectable, type PipeTransform } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, MaxLength, ValidateBy } from 'class-validator';
import { LineRules } from '../../../platform/http/requests/fields.ts';

const trimmed = Transform(({ value }) => (typeof value === 'string' ? value.trim() : value));

/** A parameter of the path that counts: 0, 1, 2 … */
@Injectable()
export class WholeNumber implements PipeTransform<string, number> {
  transform(value: string, { data = 'number' }: ArgumentMetadata): number {
    if (/^\d{1,9}$/.test(value)) return Number(value);
    const message = `${data} must be a whole number.`;
    throw new BadRequestException({ message, details: [{ field: data, message }] });
  }
}

/** A parameter of the path that is one of some words. */
export class ChoiceParam<Choice extends string> implements PipeTransform<string, Choice> {
  constructor(private readonly choices: readonly Choice[]) {}

  transform(value: string, { data = 'parameter' }: ArgumentMetadata): Choice {
    const choice = this.choices.find((one) => one === value);
    if (choice !== undefined) return choice;
    const message = `${data} must be one of: ${this.choices.join(', ')}.`;
    throw new BadRequestException({ message, details: [{ field: data, message }] });
  }
}

/**
 * The reason of a change, for the audit log. Its example is empty, so that executing an example unchanged changes nothing: the schema
 * therefore has no minimum length, which the empty example would violate.
 */
export function ReasonField(suchAs: string): PropertyDecorator {
  const description = `Needed: why you do this, such as “${suchAs}”. Goes into the audit log`;
  return applyDecorators(LineRules('The reason', 300), ApiProperty({ type: String, maxLength: 300, example: '', description }));
}

/** In the query, for calls without JSON body: DELETE, whose body not every proxy forwards, and uploads. */
export class ReasonQuery {
  @ReasonField('The supplier asked for it') reason: string;
}

/** A filter of a list: one line of text, left out for all. */
export function FilterField(description: string, example?: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ maxLength: 200, description, ...(example !== undefined && { example }) }),
    IsString({ message: 'This filter must be one text.' }),
    MaxLength(200, { message: 'This filter is too long.' }),
    trimmed,
    IsOptional(),
  );
}

/** A filter that takes one of some words. */
export function ChoiceField(choices: readonly string[], description: string): PropertyDecorator {
  const options: ApiPropertyOptions = { enum: [...choices], description };
  return applyDecorators(
    ApiPropertyOptional(options),
    IsIn(choices, { message: `This must be one of: ${choices.join(', ')}.` }),
    IsOptional(),
  );
}

const INSTANT = /^(\d{4}-\d\d-\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/;

/** ISO 8601 also has weeks, days of the year and local times, which are refused as ambiguous. */
function isInstant(value: unknown): boolean {
  const [text, day] = typeof value === 'string' ? (INSTANT.exec(value) ?? []) : [];
  if (text === undefined || day === undefined) return false;
  const at = new Date(text);
  // `Date` moves invalid days to the next month, and databases cannot read other years.
  const exists = new Date(day).getUTCDate() === Number(day.slice(8));
  return exists && at.getUTCFullYear() >= 1000 && at.getUTCFullYear() <= 9999;
}

/** An instant, or a date without a time. Read it with `ShopCalendar`. */
export function IsInstant(message = 'This must be a time such as 2026-11-21T08:00:00Z.'): PropertyDecorator {
  return ValidateBy({ name: 'isInstant', validator: { validate: isInstant, defaultMessage: () => message } });
}

/** Description of `IsInstant`: no `format` covers both. */
export const INSTANT_OR_DATE = { type: String, pattern: String.raw`^\d{4}-\d\d-\d\d(T\d\d:\d\d.*)?$` } as const;

/** A filter that takes an instant, or a date without a time, which counts as a whole day. */
export function InstantField(description: string): PropertyDecorator {
  const described = `${description}. A date without a time (2026-11-27) is that whole day in the shop's time zone (SHOP_TIME_ZONE)`;
  return applyDecorators(ApiPropertyOptional({ ...INSTANT_OR_DATE, description: described }), IsInstant(), IsOptional());
}
