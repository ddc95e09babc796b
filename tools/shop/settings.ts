import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { SECRETS } from '../../apps/api/src/platform/config/secret-files.ts';
import { databaseUrl } from '../database/embedded-postgres.ts';
import { Failure } from '../shared/failure.ts';
import { root } from '../shared/paths.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const portVariables = {
  storefront: ['STOREFRONT_PORT', 4200],
  api: ['API_PORT', 3000],
  sandbox: ['SANDBOX_PORT', 12111],
  mailbox: ['MAILBOX_PORT', 1080],
  smtp: ['SMTP_PORT', 1025],
  database: ['EMBEDDED_PG_PORT', 54329],
} as const;

export type PortName = keyof typeof portVariables;

/** Settings for the tools; the apps read and validate the rest themselves. */
export interface Settings {
  readonly host: string;
  readonly ports: Readonly<Record<PortName, number>>;
  /** False where the person names a PostgreSQL of their own, in a variable or in a file. */
  readonly isDatabaseEmbedded: boolean;
  /** False where the shop talks to Stripe itself, or to a stand-in of the person's. */
  readonly hasPaymentStandIn: boolean;
  /** False if every social login provider has credentials, or the user runs a stand-in. */
  readonly hasIdentityStandIn: boolean;
  /** Whether suppliers are imitated, with what the demo shop sells of them. */
  readonly hasSupplierStandIns: boolean;
  /** False where mail goes to a server of the person's. */
  readonly hasMailbox: boolean;
  readonly origins: Readonly<Record<'storefront' | 'api' | 'sandbox' | 'mailbox', string>>;
  /** The whole environment of every process of the shop. */
  readonly environment: Environment;
}

/** @throws Failure that names the wrong variable. */
export function readSettings(given: Environment, dataFolder: string): Settings {
  const environment = Object.fromEntries(Object.entries(given).filter(([, value]) => value?.trim() !== ''));
  const ports = Object.fromEntries(
    Object.entries(portVariables).map(([name, [variable, fallback]]) => [name, port(environment, variable, fallback)]),
  ) as Record<PortName, number>;
  const host = environment.HOST ?? '127.0.0.1';
  const inFiles = SECRETS.filter((name) => environment[`${name}_FILE`] !== undefined);
  const isGiven = (name: string) => environment[name] !== undefined || inFiles.some((one) => one === name);
  const isDatabaseEmbedded = !isGiven('DATABASE_URL');
  const hasPaymentStandIn = !isGiven('STRIPE_SECRET_KEY') && environment.STRIPE_API_URL === undefined;
  const credentials = ['GOOGLE_CLIENT_ID', 'FACEBOOK_APP_ID', 'STEAM_API_KEY'];
  const hasIdentityStandIn =
    environment.NODE_ENV !== 'production' && environment.IDENTITY_STAND_IN_URL === undefined && !credentials.every(isGiven);
  const hasSupplierStandIns =
    environment.SANDBOX_SUPPLIERS === 'on' &&
    environment.KINGUIN_API_KEY === undefined &&
    environment.CODESWHOLESALE_CLIENT_ID === undefined &&
    // Whoever keeps a supplier's credentials in files has a real one.
    !inFiles.some((name) => /^(?:KINGUIN|CODESWHOLESALE)_/.test(name));
  const hasMailbox = !isGiven('SMTP_URL');
  const origins = {
    storefront: environment.STOREFRONT_ORIGIN ?? `http://localhost:${ports.storefront}`,
    api: environment.API_ORIGIN ?? `http://localhost:${ports.api}`,
    sandbox: `http://localhost:${ports.sandbox}`,
    mailbox: `http://localhost:${ports.mailbox}`,
  };
  return {
    host,
    ports,
    isDatabaseEmbedded,
    hasPaymentStandIn,
    hasIdentityStandIn,
    hasSupplierStandIns,
    hasMailbox,
    origins,
    environment: besideFiles({
      SANDBOX_WEBHOOK_URL: `${origins.api}/webhooks/stripe`,
      STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
      IMAGES_DIR: join(dataFolder, 'images'),
      SANDBOX_DATA: join(dataFolder, 'sandbox.sqlite'),
      // Requests leave short-lived objects only: a small young generation halves the memory of a process (`npm run bench -- delivery`).
      NODE_OPTIONS: '--max-semi-space-size=4',
      NODE_COMPILE_CACHE: join(dataFolder, 'compile-cache'),
      // Feeds of the stand-ins name pictures on this computer.
      ...(environment.NODE_ENV !== 'production' && { PICTURE_HOSTS_ALLOWED: 'localhost' }),
      ...environment,
      ...Object.fromEntries(Object.entries(portVariables).map(([name, [variable]]) => [variable, String(ports[name as PortName])])),
      HOST: host,
      API_ORIGIN: origins.api,
      STOREFRONT_ORIGIN: origins.storefront,
      DATABASE_URL: environment.DATABASE_URL ?? databaseUrl({ port: ports.database }),
      SMTP_URL: environment.SMTP_URL ?? `smtp://localhost:${ports.smtp}`,
      ...(hasPaymentStandIn ? { STRIPE_API_URL: origins.sandbox, SANDBOX_STRIPE: 'on' } : { SANDBOX_STRIPE: 'off' }),
      ...(hasIdentityStandIn ? { IDENTITY_STAND_IN_URL: origins.sandbox, SANDBOX_IDENTITIES: 'on' } : { SANDBOX_IDENTITIES: 'off' }),
      ...(hasSupplierStandIns && supplierStandIns(origins.sandbox)),
      SANDBOX_MAILBOX: hasMailbox ? 'on' : 'off',
    }),
  };

  /** Without defaults for what comes from files: processes refuse both. */
  function besideFiles(all: Environment): Environment {
    const isFree = (name: string) => environment[name] !== undefined || !inFiles.some((one) => one === name);
    return Object.fromEntries(Object.entries(all).filter(([name]) => isFree(name)));
  }
}

/** Where the stand-ins of suppliers are, their credentials, and what they begin with. */
function supplierStandIns(sandbox: string): Environment {
  return {
    KINGUIN_API_KEY: 'kinguin-stand-in-key',
    KINGUIN_API_URL: `${sandbox}/suppliers/kinguin`,
    KINGUIN_WEBHOOK_SECRET: 'kinguin-stand-in-secret',
    CODESWHOLESALE_CLIENT_ID: 'codeswholesale-stand-in',
    CODESWHOLESALE_CLIENT_SECRET: 'codeswholesale-stand-in-secret',
    CODESWHOLESALE_SIGNATURE: 'codeswholesale-stand-in-signature',
    CODESWHOLESALE_API_URL: `${sandbox}/suppliers/codeswholesale`,
    SANDBOX_SUPPLIER_CATALOGUE: join(root, 'apps', 'api', 'src', 'demo', 'suppliers.json'),
  };
}

/** Whether any other site is imitated. */
export function hasStandIns({ hasPaymentStandIn, hasIdentityStandIn, hasSupplierStandIns }: Settings): boolean {
  return hasPaymentStandIn || hasIdentityStandIn || hasSupplierStandIns;
}

/** The ports that a start will listen on, each with the variable that moves it. */
export function portsInUse(settings: Settings): { name: PortName; port: number; variable: string; host: string }[] {
  const wanted: Record<PortName, boolean> = {
    storefront: true,
    api: true,
    sandbox: hasStandIns(settings),
    mailbox: settings.hasMailbox,
    smtp: settings.hasMailbox,
    database: settings.isDatabaseEmbedded,
  };
  return (Object.keys(portVariables) as PortName[])
    .filter((name) => wanted[name])
    .map((name) => ({
      name,
      port: settings.ports[name],
      variable: portVariables[name][0],
      host: name === 'database' ? '127.0.0.1' : settings.host,
    }));
}

/** The host in an address at which this computer reaches what listens on an interface: all of them, one by name, or one by number. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}

function port(environment: Environment, variable: string, fallback: number): number {
  const text = environment[variable];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    throw new Failure(`${variable} must be a port from 1 to 65535, not "${text}".`);
  return value;
}
