import { type ArgumentMetadata, BadRequestException, Injectable, type PipeTransform, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage, IS_OPTIONAL, type ValidationError } from 'class-validator';
import { unknownName } from '../../../shared/unknown-name.ts';

type Form = new (...args: never[]) => object;

const rulesOf = (form: Form) => getMetadataStorage().getTargetValidationMetadatas(form, '', false, false);

/** The fields that a class of input has: those with a rule. */
export function fieldsOf(form: Form): string[] {
  return [...new Set(rulesOf(form).map(({ propertyName }) => propertyName))];
}

const optionalFields = new WeakMap<Form, ReadonlySet<string>>();

/** Fields with `IsOptional` of the class that made an object. */
function optionalOf(value: object): ReadonlySet<string> {
  const form = (Object.getPrototypeOf(value) as { constructor: Form } | null)?.constructor;
  if (form === undefined) return new Set();
  const known = optionalFields.get(form);
  if (known) return known;
  const optional = new Set(rulesOf(form).flatMap(({ name, propertyName }) => (name === IS_OPTIONAL ? [propertyName] : [])));
  optionalFields.set(form, optional);
  return optional;
}

/**
 * Leaves out the fields that may be left out and were sent as null, which `IsOptional` lets through: what reads them knows one kind of
 * nothing. A field for which null is a value of its own has `ValidateIf`.
 */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  const optional = optionalOf(value);
  for (const [field, inner] of Object.entries(value))
    if (inner === null && optional.has(field)) Reflect.deleteProperty(value, field);
    else withoutNulls(inner);
  return value;
}

function messages({ constraints = {}, property, target }: ValidationError): string[] {
  return Object.entries(constraints).map(([rule, message]) =>
    rule === 'whitelistValidation' && target !== undefined
      ? unknownName('field', property, fieldsOf(target.constructor as new () => object))
      : message,
  );
}

function flatten(errors: ValidationError[], path = ''): { field: string; message: string }[] {
  return errors.flatMap((error) => {
    const field = path === '' ? error.property : `${path}.${error.property}`;
    const own = messages(error).map((message) => ({ field, message }));
    return [...own, ...flatten(error.children ?? [], field)];
  });
}

const common = {
  whitelist: true,
  forbidUnknownValues: false,
  transform: true,
  stopAtFirstError: true,
  // The object with the error, for the names of its fields. It is not part of the answer.
  validationError: { target: true },
  exceptionFactory: (errors: ValidationError[]) => {
    const details = flatten(errors);
    return new BadRequestException({ message: details[0]?.message ?? 'The request is not valid.', details });
  },
};

/**
 * Reports which field is wrong and how. Unknown fields of a body are refused; unknown query parameters are dropped here (marketing links
 * carry `utm_*`), and refused by the guard of ops calls.
 */
@Injectable()
export class InputValidation implements PipeTransform {
  private readonly body = new ValidationPipe({ ...common, forbidNonWhitelisted: true });
  private readonly rest = new ValidationPipe(common);

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isBody = metadata.type === 'body';
    if (isBody && value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value)))
      throw refused('body', 'The body must be an object.');
    const pipe = isBody ? this.body : this.rest;
    const read: unknown = await pipe.transform(value, metadata);
    return isBody ? withoutNulls(read) : read;
  }
}

/**
 * PostgreSQL stores no NUL character and its jsonb no lone surrogate: both are refused here for every string of a client, instead of
 * becoming a 500 later.
 */
@Injectable()
export class StorableText implements PipeTransform {
  /** `data` names a parameter of the path, or one of the query that stands alone. */
  transform(value: unknown, { type, data }: Pick<ArgumentMetadata, 'type' | 'data'>): unknown {
    const inherited = type === 'body' ? inheritedName(value) : null;
    if (inherited !== null) throw refused(inherited, `There is no field "${inherited}" here.`);
    const found = findUnstorable(value, '');
    if (found === null) return value;
    const field = found === '' ? (data ?? 'body') : found;
    const message = 'The text holds characters that cannot be stored, or lists within lists without end.';
    throw refused(field, message);
  }
}

function refused(field: string, message: string): BadRequestException {
  return new BadRequestException({ message, details: [{ field, message }] });
}

/** Properties of every object: validation treats them as known fields, or drops them silently. */
function inheritedName(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.keys(value).find((key) => key in Object.prototype || key === 'prototype') ?? null;
}

/** Deeper than any body of the contract; later code walks bodies recursively. */
const DEEPEST = 32;

function findUnstorable(value: unknown, path: string, depth = 0): string | null {
  if (depth > DEEPEST) return path.split('.').slice(0, 3).join('.');
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null;
  if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
    for (const [key, inner] of Object.entries(value)) {
      const field = path === '' ? key : `${path}.${key}`;
      if (findUnstorable(key, field) !== null) return path === '' ? 'body' : path;
      const found = findUnstorable(inner, field, depth + 1);
      if (found !== null) return found;
    }
  }
  return null;
}
