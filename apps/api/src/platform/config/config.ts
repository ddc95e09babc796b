import { resolve } from 'node:path';
import { type Environment, EnvironmentReader } from './readers.ts';

const LONGEST_TRUST = 10;
const developmentKeyEncryptionKeys = `1:${Buffer.from('keyturn-development-key-material').toString('base64')}`;

/** Everything that comes from outside, read and checked once. Nothing else reads the environment. */
export class Config {
  readonly isProduction!: boolean;
  readonly host!: string;
  readonly apiPort!: number;
  /** Public origin of this API: image addresses, webhooks, Swagger UI. */
  readonly apiOrigin!: string;
  /** Public origin of the shop, and the only one that CORS admits. */
  readonly storefrontOrigin!: string;
  readonly databaseUrl!: string;
  readonly databasePoolSize!: number;
  /** Null: BullMQ runs on PostgreSQL. */
  readonly redisUrl!: string | null;
  readonly stripe!: {
    readonly secretKey: string;
    readonly webhookSecret: string;
    /** Null: Stripe itself. */
    readonly apiUrl: string | null;
  };
  readonly smtpUrl!: string;
  readonly mailFrom!: string;
  /** Versioned key-encryption keys, newest last: the newest encrypts, all decrypt. 32 bytes each. */
  readonly keyEncryptionKeys!: ReadonlyMap<number, Buffer>;
  readonly keyFingerprintSecret!: string;
  readonly jwtSecret!: string;
  readonly imagesDirectory!: string;
  /** How many reverse proxies stand before the API; 0 trusts no forwarding header. */
  readonly trustedProxies!: number;
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
  /** Whether an empty shop is given the demo catalogue. In production only where it is asked for: its keys are made up. */
  readonly seedsDemo!: boolean;
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

  const config: Config = {
    isProduction: production,
    host: read.text('HOST', '127.0.0.1'),
    apiPort: read.number('API_PORT', 3000, { min: 1, max: 65_535 }),
    apiOrigin: read.origin('API_ORIGIN', 'http://localhost:3000'),
    storefrontOrigin: read.origin('STOREFRONT_ORIGIN', 'http://localhost:4200'),
    databaseUrl: read.address('DATABASE_URL', 'postgres://keyturn@127.0.0.1:54329/keyturn', ['postgres:', 'postgresql:']),
    databasePoolSize: read.number('DATABASE_POOL_SIZE', 10, { min: 2, max: 100 }),
    redisUrl: read.optional('REDIS_URL') === null ? null : read.address('REDIS_URL', '', ['redis:', 'rediss:']),
    stripe: {
      secretKey: stripeKey ?? 'sk_test_sandbox',
      webhookSecret: read.secret('STRIPE_WEBHOOK_SECRET', 'whsec_sandbox', { production, minLength: 16 }),
      apiUrl: stripeUrl ?? (stripeKey === null ? 'http://localhost:12111' : null),
    },
    smtpUrl: read.address('SMTP_URL', 'smtp://localhost:1025', ['smtp:', 'smtps:']),
    mailFrom: read.text('MAIL_FROM', 'Keyturn <shop@keyturn.example>'),
    keyEncryptionKeys: keyEncryptionKeys(read, production),
    keyFingerprintSecret: read.secret('KEY_FINGERPRINT_SECRET', 'development-fingerprint-secret', { production, minLength: 32 }),
    jwtSecret: read.secret('JWT_SECRET', 'development-jwt-secret', { production, minLength: 32 }),
    imagesDirectory: resolve(read.text('IMAGES_DIR', '.data/images')),
    trustedProxies: read.number('TRUST_PROXY', 0, { min: 0, max: LONGEST_TRUST }),
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
    seedsDemo: read.flag('SEED_DEMO', !production),
    isClockMovable: !production && read.flag('CLOCK_MOVABLE', true),
  };
  if (production && stripeUrl === null && stripeKey?.startsWith('sk_test_sandbox')) {
    read.problems.push('STRIPE_SECRET_KEY must be a key of your own in production.');
  }
  if (read.problems.length > 0) throw new Error(read.problems.join('\n'));
  return config;
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
