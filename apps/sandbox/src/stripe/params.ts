import { badParameter, StripeRefusal } from './error.ts';

/** Reads one parameter at a path like `line_items[0][quantity]`. @throws StripeRefusal as Stripe words it. */
export type Rule<T> = (value: unknown, at: string) => T;
type Rules = Record<string, Rule<unknown>>;
export type Read<R> = R extends Rule<infer T> ? T : never;
type ReadAll<R extends Rules> = { [K in keyof R]: Read<R[K]> };

const METADATA = { keys: 50, keyLength: 40, valueLength: 500 };

export function optional<T>(rule: Rule<T>): Rule<T | undefined> {
  return (value, at) => (value === undefined ? undefined : rule(value, at));
}

export function text({ max = 5000 } = {}): Rule<string> {
  return (value, at) => {
    const read = scalar(value, at);
    if (read.length > max) throw badParameter(`Invalid string: must be at most ${max} characters`, at, 'parameter_invalid_string_long');
    return read;
  };
}

export function integer({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}): Rule<number> {
  return (value, at) => {
    const read = scalar(value, at);
    const number = Number(read);
    if (!/^-?\d+$/.test(read) || !Number.isSafeInteger(number))
      throw badParameter(`Invalid integer: ${read}`, at, 'parameter_invalid_integer');
    if (number < min) throw badParameter(`This value must be greater than or equal to ${min}.`, at, 'parameter_invalid_integer');
    if (number > max) throw badParameter(`This value must be less than or equal to ${max}.`, at, 'parameter_invalid_integer');
    return number;
  };
}

export function flag(): Rule<boolean> {
  return (value, at) => {
    const read = scalar(value, at);
    if (read !== 'true' && read !== 'false') throw badParameter(`Invalid boolean: ${read}`, at);
    return read === 'true';
  };
}

export function oneOf<const T extends string>(...choices: readonly T[]): Rule<T> {
  return (value, at) => {
    const read = scalar(value, at);
    const found = choices.find((choice) => choice === read);
    if (found === undefined) throw badParameter(`Invalid ${at}: must be one of ${choices.join(', ')}`, at);
    return found;
  };
}

export function webAddress(): Rule<string> {
  return (value, at) => {
    const read = text()(value, at);
    if (!URL.canParse(read) || !/^https?:$/.test(new URL(read).protocol)) throw badParameter('Not a valid URL', at, 'url_invalid');
    return read;
  };
}

export function email(): Rule<string> {
  return (value, at) => {
    const read = text({ max: 800 })(value, at);
    if (!isEmail(read)) throw badParameter(`Invalid email address: ${read}`, at, 'email_invalid');
    return read;
  };
}

export function isEmail(value: string): boolean {
  return value.length <= 254 && /^[^\s@<>(),;:"\\]+@[^\s@.<>(),;:"\\]+(\.[^\s@.<>(),;:"\\]+)+$/.test(value);
}

export function list<T>(rule: Rule<T>, { max = 1000 } = {}): Rule<T[]> {
  return (value, at) => {
    if (value === undefined) throw missing(at);
    if (value === '') throw empty(at);
    // Indexes with gaps arrive as an object with numbers for keys.
    const entries = Array.isArray(value)
      ? value
      : isRecord(value) && Object.keys(value).every((key) => /^\d+$/.test(key))
        ? Object.values(value)
        : null;
    if (entries === null) throw badParameter('Invalid array', at);
    if (entries.length > max) throw badParameter(`Array too long. The list may hold up to ${max} entries.`, at);
    return entries.map((entry, index) => rule(entry, `${at}[${index}]`));
  };
}

/** Refuses keys that it does not know, as Stripe does. */
export function shape<R extends Rules>(rules: R): Rule<ReadAll<R>> {
  return (value, at) => {
    if (value === undefined && at !== '') throw missing(at);
    if (value !== undefined && !isRecord(value)) throw badParameter('Invalid object', at);
    const record = value ?? {};
    for (const key of Object.keys(record)) {
      if (!Object.hasOwn(rules, key)) {
        const path = inside(at, key);
        throw badParameter(`Received unknown parameter: ${path}`, path, 'parameter_unknown');
      }
    }
    const read = Object.entries(rules).map(([key, rule]) => [key, rule(record[key], inside(at, key))]);
    return Object.fromEntries(read) as ReadAll<R>;
  };
}

/** Key-value pairs within Stripe's limits; an empty value unsets its key. */
export function metadata(): Rule<Record<string, string>> {
  return (value, at) => {
    if (value === undefined || value === '') return {};
    if (!isRecord(value)) throw badParameter('Invalid object', at);
    const pairs = Object.entries(value).map(([key, entry]) => {
      const path = inside(at, key);
      if (typeof entry !== 'string') throw badParameter('Metadata values must be strings.', path);
      if (key.length > METADATA.keyLength) {
        throw badParameter(`Metadata keys can be at most ${METADATA.keyLength} characters long: ${key}`, path);
      }
      if (entry.length > METADATA.valueLength) {
        throw badParameter(
          `Metadata values can have up to ${METADATA.valueLength} characters, but you passed in a value that is ${entry.length} characters.`,
          path,
        );
      }
      return [key, entry] as const;
    });
    const nonEmpty = pairs.filter(([, entry]) => entry !== '');
    if (nonEmpty.length > METADATA.keys) throw badParameter(`You can have up to ${METADATA.keys} metadata keys.`, at);
    return Object.fromEntries(nonEmpty);
  };
}

/** For parameters that Stripe takes and the stand-in does not imitate: refused, never ignored. */
export function notImitated(): Rule<undefined> {
  return (value, at) => {
    if (value === undefined) return undefined;
    throw new StripeRefusal(`The stand-in for Stripe does not imitate the parameter \`${at}\`.`, { param: at, isKept: false });
  };
}

/** For parameters that change only how Stripe's page looks: taken, and without effect here. */
export function cosmetic(): Rule<undefined> {
  return () => undefined;
}

function scalar(value: unknown, at: string): string {
  if (value === undefined) throw missing(at);
  if (typeof value !== 'string') throw badParameter('Invalid string', at);
  if (value === '') throw empty(at);
  return value;
}

/** The refusal of a request without a field that it needs. */
export function missing(at: string) {
  return badParameter(`Missing required param: ${at}.`, at, 'parameter_missing');
}

function empty(at: string) {
  return badParameter(
    `You passed an empty string for '${at}'. We assume empty values are an attempt to unset a parameter; however '${at}' cannot be unset. ` +
      `You should remove '${at}' from your request or supply a non-empty value.`,
    at,
    'parameter_invalid_empty',
  );
}

function inside(at: string, key: string): string {
  return at === '' ? key : `${at}[${key}]`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
