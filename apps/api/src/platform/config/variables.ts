import { isEncryptedOrLocal } from '@keyturn/shop-rules';
import { z } from 'zod';

/** What is set in the environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Text of an environment variable, or undefined where it is unset. A message about it begins with a verb: the name is put before it. */
export type Variable<Value> = z.ZodType<Value, string | undefined>;
/** The rule for a variable's value. */
type Text<Value> = z.ZodType<Value, string>;

const DEVELOPMENT_DOMAIN = 'keyturn.example';
const OWN_SECRET = 'must be set to a secret of your own in production.';
const OWN_ADDRESS = 'must be set to an address of your own in production.';

export function text(fallback: string): Variable<string> {
  return z.string().default(fallback);
}

/** Null where it is unset. */
export function optional<Value>(wanted: Text<Value>): Variable<Value | null> {
  return wanted.optional().transform((value) => value ?? null);
}

/** Required in production; elsewhere `fallback` is the default. */
export function required(wanted: Text<string>, fallback: string, isProduction: boolean): Variable<string> {
  return isProduction ? z.string('must be set in production.').pipe(wanted) : wanted.default(fallback);
}

/** Not allowed in production. */
export function developmentOnly<Value>(wanted: Text<Value>, isProduction: boolean, reason: string): Variable<Value | null> {
  const refused = z.string().refine(() => false, `must not be set in production: ${reason}`);
  return optional(isProduction ? refused.pipe(wanted) : wanted);
}

interface Range {
  readonly min: number;
  readonly max: number;
}

export function numberText({ min, max }: Range): Text<number> {
  const isFine = (value: number) => Number.isFinite(value) && value >= min && value <= max;
  return z
    .string()
    .refine((raw) => isFine(Number(raw)), { error: ({ input }) => `must be a number from ${min} to ${max}, not "${String(input)}".` })
    .transform(Number);
}

export function number(fallback: number, range: Range): Variable<number> {
  return numberText(range).default(fallback);
}

export function flag(fallback: boolean): Variable<boolean> {
  const error = ({ input }: { input?: unknown }) => `must be true or false, not "${String(input)}".`;
  return z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error }).default(fallback);
}

export function choice<const Choice extends string>(choices: readonly Choice[], fallback: Choice): Variable<Choice> {
  const wanted: Text<Choice> = z
    .string()
    .refine((raw) => choices.some((one) => one === raw), { error: ({ input }) => `must be ${choices.join(', ')}, not "${String(input)}".` })
    .transform((raw) => choices.find((one) => one === raw) ?? fallback);
  return wanted.optional().transform((value) => value ?? fallback);
}

/** @param protocols with their colon, such as `https:` */
export function address(protocols: readonly string[]): Text<string> {
  const isFine = (url: string) => URL.canParse(url) && protocols.includes(new URL(url).protocol);
  return z.string().refine(isFine, `must be an address that starts with ${protocols.join(' or ')}//.`);
}

/** An origin: scheme, host and port, without a path. */
export function origin(): Text<string> {
  return address(['http:', 'https:']).transform((url) => new URL(url).origin);
}

/** An origin that browsers visit: in production with https, except on this computer. */
export function publicOrigin(isProduction: boolean): Text<string> {
  const rule = 'must start with https:// in production: logins and keys would be sent in the clear. Only localhost may do without.';
  return origin().refine((address) => !isProduction || isEncryptedOrLocal(address), rule);
}

/** Where credentials are sent to: in production with https, except on this computer. */
export function apiAddress(isProduction: boolean): Text<string> {
  const rule = 'must start with https:// in production: credentials and keys would be sent in the clear. Only localhost may do without.';
  return address(['http:', 'https:']).refine((url) => !isProduction || !URL.canParse(url) || isEncryptedOrLocal(url), rule);
}

/** A comma list. @param isFine of one of its entries. @param rule what is said where one is not */
export function list(isFine: (entry: string) => boolean, rule: string): Text<readonly string[]> {
  return z
    .string()
    .transform((raw) => raw.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(isFine), rule);
}

/** A secret with a development default, which production refuses. */
export function secret(
  developmentDefault: string,
  { isProduction, minLength }: { isProduction: boolean; minLength: number },
): Variable<string> {
  if (!isProduction) return z.string().default(developmentDefault);
  return z
    .string(OWN_SECRET)
    .refine((value) => value !== developmentDefault, { error: OWN_SECRET, abort: true })
    .min(minLength, `must be at least ${minLength} characters long in production.`);
}

/** A mailbox that somebody must read. Production refuses those of the development domain. */
export function mailbox(isProduction: boolean): Text<string> {
  const domainOf = (value: string) => /^[^\s@]+@([^\s@]+)$/.exec(value)?.[1]?.toLowerCase();
  return z
    .string(OWN_ADDRESS)
    .refine((value) => domainOf(value) !== undefined, { error: ({ input }) => `must be an e-mail address, not "${String(input)}".` })
    .refine((value) => !isProduction || domainOf(value) !== DEVELOPMENT_DOMAIN, OWN_ADDRESS);
}
