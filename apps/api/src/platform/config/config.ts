import { isTimeZone } from '../../shared/shop-calendar.ts';
import { type CaptchaSettings, captchaSettings } from './captcha-settings.ts';
import { type ImageSettings, imageSettings } from './image-settings.ts';
import { ALERT_KINDS, type AlertKind } from '../../shared/ports.ts';
import { type Environment, EnvironmentReader } from './readers.ts';
import { type LogLevel, logLevel, type MetricsSettings, metricsSettings, type OtlpSettings, otlpSettings } from './seeing-settings.ts';
import { type SocialSettings, socialSettings } from './social-settings.ts';

const LONGEST_TRUST = 10;
const developmentKeyEncryptionKeys = `1:${Buffer.from('keyturn-development-key-material').toString('base64')}`;

/** Everything that comes from outside, read and checked once. Nothing else reads the environment. */
export class Config {
  readonly isProduction!: boolean;
  readonly logLevel!: LogLevel;
  readonly metrics!: MetricsSettings;
  /** Where traces go; null: nowhere. */
  readonly otlp!: OtlpSettings | null;
  /** How long a process that was told to end still takes requests while it says that it is stopping, in milliseconds. */
  readonly shutdownDelayMs!: number;
  readonly host!: string;
  readonly apiPort!: number;
  /** Public origin of this API: image addresses, webhooks, Swagger UI. */
  readonly apiOrigin!: string;
  /** Public origin of the shop, and the only one that CORS admits. */
  readonly storefrontOrigin!: string;
  readonly databaseUrl!: string;
  readonly databasePoolSize!: number;
  /** Copies that answer reads of the catalogue; empty: the primary does. */
  readonly replicaUrls!: readonly string[];
  /** How long an answer of a list may be given again, in milliseconds; 0 asks the database each time. */
  readonly listCacheMs!: number;
  /** How long the number and order of matches may outlive a change that nobody was told of, in milliseconds; 0 counts each time. */
  readonly matchesCacheMs!: number;
  /** Null: BullMQ runs on PostgreSQL. */
  readonly redisUrl!: string | null;
  readonly stripe!: {
    readonly secretKey: string;
    readonly webhookSecret: string;
    /** Null: Stripe itself. */
    readonly apiUrl: string | null;
    /** What a buyer may pay with, in Stripe's words: `card`, `sepa_debit`. */
    readonly paymentMethods: readonly string[];
  };
  readonly smtpUrl!: string;
  readonly mailFrom!: string;
  /** Who reads what visitors write in the contact form. */
  readonly supportEmail!: string;
  /** Who is told when something needs a person. */
  readonly alertEmail!: string;
  /** Of what nobody wants to be told by mail. */
  readonly alertsOff!: ReadonlySet<AlertKind>;
  /** Versioned key-encryption keys: one encrypts, all decrypt. 32 bytes each. */
  readonly keyEncryptionKeys!: ReadonlyMap<number, Buffer>;
  /** The version that encrypts and signs the links in mails: the highest, unless another is named while not every process has that yet. */
  readonly keyEncryptionVersion!: number;
  readonly keyFingerprintSecret!: string;
  /** Signs login tokens; what else is signed has a secret derived from it. */
  readonly jwtSecret!: string;
  readonly captcha!: CaptchaSettings;
  /** Sites that vouch for people. */
  readonly social!: SocialSettings;
  /** Stretches every rate limit: 2 doubles them, a million lifts them. */
  readonly rateLimitScale!: number;
  readonly images!: ImageSettings;
  /** How many reverse proxies stand before the API; 0 trusts no forwarding header. */
  readonly trustedProxies!: number;
  /** The header in which a trusted proxy tells the visitor's country (ISO 3166, two letters); null: none does. */
  readonly countryHeader!: string | null;
  /** IANA name of the zone whose days are meant where staff give a date without a time. */
  readonly shopTimeZone!: string;
  /** The shop's margin on a supplier's price: 0.12 adds 12 %. */
  readonly margin!: number;
  readonly exchangeRates!: { readonly Usd: number; readonly Pln: number; readonly Gbp: number };
  readonly reservation!: {
    /** Milliseconds after the payment session's end before its keys go back into stock. */
    readonly graceMs: number;
    readonly mostOpenPerAddress: number;
    readonly mostOpenPerEmail: number;
    /** Pieces of one product that one address or e-mail may hold unpaid. */
    readonly mostPiecesPerProduct: number;
  };
  /** How long a paid order for which the stock fell short waits for keys, in milliseconds; 0: its money goes back at once. */
  readonly longestWaitMs!: number;
  /** Whether an empty shop is given the demo catalogue. In production only where it is asked for: its keys are made up. */
  readonly seedsDemo!: boolean;
  /** Who may read /docs: everybody, who has an ops key, or nobody because it is not there. */
  readonly docs!: 'open' | 'key' | 'off';
  /** A key that `npm start` makes up, with all rights; null in production. */
  readonly developmentOpsKey!: string | null;
  /** Whether tests and developers may move the clock of all processes. */
  readonly isClockMovable!: boolean;
}

/** @throws Error with every wrong variable named, one sentence each. */
export function readConfig(environment: Environment): Config {
  const read = new EnvironmentReader(environment);
  const production = environment.NODE_ENV === 'production';
  const stripeKey = read.optional('STRIPE_SECRET_KEY');
  const stripeUrl = read.optional('STRIPE_API_URL');
  for (const name of ['DATABASE_URL', 'SMTP_URL', 'API_ORIGIN', 'STOREFRONT_ORIGIN']) {
    if (production && read.optional(name) === null) read.problems.push(`${name} must be set in production.`);
  }
  if (production && stripeKey === null) read.problems.push('STRIPE_SECRET_KEY must be set in production.');

  const supportEmail = read.mailbox('SUPPORT_EMAIL', 'support@keyturn.example', { production });

  const config: Config = {
    isProduction: production,
    logLevel: logLevel(read),
    metrics: metricsSettings(read, production),
    otlp: otlpSettings(read),
    shutdownDelayMs: read.number('SHUTDOWN_DELAY_SECONDS', 0, { min: 0, max: 60 }) * 1000,
    host: read.text('HOST', '127.0.0.1'),
    apiPort: read.number('API_PORT', 3000, { min: 1, max: 65_535 }),
    apiOrigin: read.origin('API_ORIGIN', 'http://localhost:3000'),
    storefrontOrigin: read.origin('STOREFRONT_ORIGIN', 'http://localhost:4200'),
    databaseUrl: read.address('DATABASE_URL', 'postgres://keyturn@127.0.0.1:54329/keyturn', ['postgres:', 'postgresql:']),
    databasePoolSize: read.number('DATABASE_POOL_SIZE', 10, { min: 2, max: 100 }),
    replicaUrls: replicaUrls(read),
    listCacheMs: read.number('LIST_CACHE_MS', 400, { min: 0, max: 60_000 }),
    matchesCacheMs: read.number('MATCHES_CACHE_MS', 30_000, { min: 0, max: 600_000 }),
    redisUrl: read.optional('REDIS_URL') === null ? null : read.address('REDIS_URL', '', ['redis:', 'rediss:']),
    stripe: {
      secretKey: stripeKey ?? 'sk_test_sandbox',
      webhookSecret: read.secret('STRIPE_WEBHOOK_SECRET', 'whsec_sandbox', { production, minLength: 16 }),
      apiUrl: stripeUrl ?? (stripeKey === null ? 'http://localhost:12111' : null),
      paymentMethods: paymentMethods(read),
    },
    smtpUrl: read.address('SMTP_URL', 'smtp://localhost:1025', ['smtp:', 'smtps:']),
    mailFrom: read.text('MAIL_FROM', 'Keyturn <shop@keyturn.example>'),
    supportEmail,
    alertEmail: read.optional('ALERT_EMAIL') === null ? supportEmail : read.mailbox('ALERT_EMAIL', supportEmail, { production }),
    alertsOff: alertsOff(read),
    ...keyEncryption(read, production),
    keyFingerprintSecret: read.secret('KEY_FINGERPRINT_SECRET', 'development-fingerprint-secret', { production, minLength: 32 }),
    jwtSecret: read.secret('JWT_SECRET', 'development-jwt-secret', { production, minLength: 32 }),
    captcha: captchaSettings(read, production),
    social: socialSettings(read, production),
    // Production keeps limits that are limits.
    rateLimitScale: read.number('RATE_LIMIT_SCALE', 1, { min: 0.1, max: production ? 100 : 1_000_000 }),
    images: imageSettings(read),
    trustedProxies: read.number('TRUST_PROXY', 0, { min: 0, max: LONGEST_TRUST }),
    countryHeader: read.optional('COUNTRY_HEADER')?.toLowerCase() ?? null,
    shopTimeZone: shopTimeZone(read),
    margin: read.number('MARGIN', 0.12, { min: 0, max: 10 }),
    exchangeRates: {
      Usd: read.number('RATE_USD', 1.09, { min: 0.01, max: 1000 }),
      Pln: read.number('RATE_PLN', 4.27, { min: 0.01, max: 1000 }),
      Gbp: read.number('RATE_GBP', 0.85, { min: 0.01, max: 1000 }),
    },
    reservation: {
      graceMs: read.number('RESERVATION_GRACE_SECONDS', 300, { min: 0, max: 86_400 }) * 1000,
      mostOpenPerAddress: read.number('MOST_OPEN_CHECKOUTS_PER_ADDRESS', 10, { min: 1, max: 10_000 }),
      mostOpenPerEmail: read.number('MOST_OPEN_CHECKOUTS_PER_EMAIL', 3, { min: 1, max: 10_000 }),
      mostPiecesPerProduct: read.number('MOST_RESERVED_PIECES_PER_PRODUCT', 99, { min: 1, max: 10_000 }),
    },
    longestWaitMs: read.number('WAITING_REFUND_AFTER_HOURS', 48, { min: 0, max: 720 }) * 3_600_000,
    seedsDemo: read.flag('SEED_DEMO', !production),
    // Only staff needs it there, and what strangers need not read is not shown to them.
    docs: read.choice('DOCS', ['open', 'key', 'off'], production ? 'key' : 'open'),
    developmentOpsKey: developmentOpsKey(read, production),
    isClockMovable: !production && read.flag('CLOCK_MOVABLE', true),
  };
  if (production && stripeUrl === null && stripeKey?.startsWith('sk_test_sandbox')) {
    read.problems.push('STRIPE_SECRET_KEY must be a key of your own in production.');
  }
  if (read.problems.length > 0) throw new Error(read.problems.join('\n'));
  return config;
}

function developmentOpsKey(read: EnvironmentReader, production: boolean): string | null {
  const key = read.optional('OPS_DEVELOPMENT_KEY');
  if (key !== null && production) read.problems.push('OPS_DEVELOPMENT_KEY must not be set in production: make a key with npm run ops:key.');
  else if (key !== null && key.length < 32) read.problems.push('OPS_DEVELOPMENT_KEY must be at least 32 characters long.');
  return production ? null : key;
}

function keyEncryption(read: EnvironmentReader, production: boolean): Pick<Config, 'keyEncryptionKeys' | 'keyEncryptionVersion'> {
  const keys = keyEncryptionKeys(read, production);
  const highest = Math.max(1, ...keys.keys());
  const named = read.number('KEY_ENCRYPTION_VERSION', highest, { min: 0, max: 9999 });
  if (named !== highest && !keys.has(named))
    read.problems.push(`KEY_ENCRYPTION_KEYS lacks version ${named}, which KEY_ENCRYPTION_VERSION names.`);
  return { keyEncryptionKeys: keys, keyEncryptionVersion: named };
}

function keyEncryptionKeys(read: EnvironmentReader, production: boolean): ReadonlyMap<number, Buffer> {
  const text = read.secret('KEY_ENCRYPTION_KEYS', developmentKeyEncryptionKeys, { production, minLength: 46 });
  const keys = new Map<number, Buffer>();
  for (const entry of text.split(',')) {
    const [, version, material] = /^(\d{1,4}):([A-Za-z0-9+/]{43}=)$/.exec(entry.trim()) ?? [];
    if (version === undefined || material === undefined) {
      read.problems.push('KEY_ENCRYPTION_KEYS must be a comma list of version:key, each key 32 bytes in base64.');
      break;
    }
    if (keys.has(Number(version))) read.problems.push(`KEY_ENCRYPTION_KEYS names version ${version} twice.`);
    if (production && developmentKeyEncryptionKeys.endsWith(`:${material}`)) {
      read.problems.push('KEY_ENCRYPTION_KEYS must be set to a secret of your own in production.');
    }
    keys.set(Number(version), Buffer.from(material, 'base64'));
  }
  return keys;
}

function alertsOff(read: EnvironmentReader): ReadonlySet<AlertKind> {
  const names = (read.optional('ALERTS_OFF') ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  const kinds = ALERT_KINDS.filter((kind) => names.includes(kind));
  if (!names.every((name) => ALERT_KINDS.some((kind) => kind === name)))
    read.problems.push(`ALERTS_OFF must be a comma list of ${ALERT_KINDS.join(', ')}.`);
  return new Set(kinds);
}

function paymentMethods(read: EnvironmentReader): readonly string[] {
  const names = read
    .text('PAYMENT_METHODS', 'card')
    .split(',')
    .map((name) => name.trim());
  if (!names.every((name) => /^[a-z][a-z0-9_]*$/.test(name)))
    read.problems.push('PAYMENT_METHODS must be a comma list of payment methods in Stripe’s words, such as card,sepa_debit.');
  return names;
}

function shopTimeZone(read: EnvironmentReader): string {
  const name = read.text('SHOP_TIME_ZONE', 'UTC');
  if (!isTimeZone(name)) read.problems.push(`SHOP_TIME_ZONE must be a time zone such as Europe/Warsaw or UTC, not "${name}".`);
  return name;
}

function replicaUrls(read: EnvironmentReader): readonly string[] {
  const urls = (read.optional('DATABASE_REPLICA_URLS') ?? '').split(',').flatMap((url) => (url.trim() === '' ? [] : [url.trim()]));
  const isFine = (url: string) => URL.canParse(url) && ['postgres:', 'postgresql:'].includes(new URL(url).protocol);
  if (!urls.every(isFine)) read.problems.push('DATABASE_REPLICA_URLS must be a comma list of addresses that start with postgres://.');
  return urls.filter(isFine);
}
