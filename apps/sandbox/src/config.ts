import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything that comes from outside, read and checked once. Nothing else reads the environment. */
export interface SandboxConfig {
  readonly host: string;
  /** False where the shop talks to Stripe itself. */
  readonly hasStripe: boolean;
  /** False if no social login provider is needed. */
  readonly hasIdentities: boolean;
  /** Whether suppliers are imitated. */
  readonly hasSuppliers: boolean;
  /** A JSON file with what suppliers without any product begin with; null: nothing. */
  readonly supplierCatalogue: string | null;
  /** False where mail goes to another server. */
  readonly hasMailbox: boolean;
  /** Stripe API, payment page, controls and social login providers. 0 takes any free port. */
  readonly stripePort: number;
  /** Origin that a browser uses for payment pages; null follows the port that was taken. */
  readonly stripeOrigin: string | null;
  readonly mailboxPort: number;
  readonly smtpPort: number;
  /** SQLite file, or ':memory:'. */
  readonly dataFile: string;
  readonly webhookUrl: string;
  readonly webhookSecret: string;
  /** Milliseconds until a bank transfer arrives by itself; null waits for a control. */
  readonly transferAfterMs: number | null;
  /** Milliseconds to wait before each further attempt at a webhook; the last one repeats until three days have passed. */
  readonly retryDelaysMs: readonly number[];
}

/** One message per invalid variable. */
export class ConfigInvalid extends Error {}

const second = 1000;
const defaultRetrySeconds = '1,3,10,30,60,300,900,3600';

/** @throws ConfigInvalid */
export function readConfig(environment: Environment): SandboxConfig {
  const problems: string[] = [];
  const raw = (name: string) => environment[name]?.trim() || undefined;

  const port = (name: string, fallback: number) => {
    const value = Number(raw(name) ?? fallback);
    if (!Number.isInteger(value) || value < 0 || value > 65_535)
      problems.push(`${name} must be a port from 0 to 65535, not "${raw(name)}".`);
    return value;
  };
  const isOn = (name: string, fallback = 'on') => {
    const value = raw(name) ?? fallback;
    if (value !== 'on' && value !== 'off') problems.push(`${name} must be on or off, not "${value}".`);
    return value === 'on';
  };
  const address = (name: string, fallback: string) => {
    const value = raw(name) ?? fallback;
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
      problems.push(`${name} must be an http address, not "${value}".`);
    return value;
  };
  const seconds = (name: string, text: string) => {
    const value = Number(text);
    if (!Number.isFinite(value) || value < 0 || value > 86_400) problems.push(`${name} must be in seconds from 0 to 86400, not "${text}".`);
    return value * second;
  };

  // From a file as the API takes it: both sign and check with the same.
  const secret = (name: string) => {
    const path = raw(`${name}_FILE`);
    if (path === undefined) return raw(name);
    const text = contentOf(path);
    if (raw(name) !== undefined) problems.push(`${name} and ${name}_FILE must not be set both.`);
    else if (text === '') problems.push(`${name}_FILE must be the path of a file that this process may read and that is not empty.`);
    return text;
  };

  const transfer = raw('SANDBOX_TRANSFER_SECONDS') ?? '5';
  const dataFile = raw('SANDBOX_DATA') ?? '.data/sandbox.sqlite';
  const config: SandboxConfig = {
    host: raw('HOST') ?? '127.0.0.1',
    hasStripe: isOn('SANDBOX_STRIPE'),
    hasIdentities: isOn('SANDBOX_IDENTITIES'),
    hasSuppliers: isOn('SANDBOX_SUPPLIERS', 'off'),
    supplierCatalogue: raw('SANDBOX_SUPPLIER_CATALOGUE') ?? null,
    hasMailbox: isOn('SANDBOX_MAILBOX'),
    stripePort: port('SANDBOX_PORT', 12_111),
    stripeOrigin: raw('SANDBOX_ORIGIN') === undefined ? null : address('SANDBOX_ORIGIN', ''),
    mailboxPort: port('MAILBOX_PORT', 1080),
    smtpPort: port('SMTP_PORT', 1025),
    dataFile: dataFile === ':memory:' ? dataFile : resolve(dataFile),
    webhookUrl: address('SANDBOX_WEBHOOK_URL', 'http://localhost:3000/webhooks/stripe'),
    webhookSecret: secret('STRIPE_WEBHOOK_SECRET') ?? 'whsec_sandbox',
    transferAfterMs: transfer === 'never' ? null : seconds('SANDBOX_TRANSFER_SECONDS', transfer),
    retryDelaysMs: (raw('SANDBOX_RETRY_SECONDS') ?? defaultRetrySeconds)
      .split(',')
      .map((text) => seconds('SANDBOX_RETRY_SECONDS', text.trim())),
  };
  if (problems.length > 0) throw new ConfigInvalid(problems.join('\n'));
  return config;
}

/** Without blanks and line ends around it; empty where there is nothing to read. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
