import { type CaptchaSettings, captchaProblems, captchaSettings } from './captcha-settings.ts';
import type { AlertKind } from '../../shared/ports.ts';
import { environmentSchema } from './environment.ts';
import { hostNameProblems } from './host-names.ts';
import { type ImageSettings, imageProblems, imageSettings } from './image-settings.ts';
import { encryptingVersion, keyEncryptionProblems } from './key-encryption.ts';
import { type LogLevel, type MetricsSettings, metricsSettings, type OtlpSettings, otlpSettings } from './observability-settings.ts';
import { type RetentionSettings, retentionSettings } from './retention-settings.ts';
import { withSecretFiles } from './secret-files.ts';
import { type SocialSettings, socialProblems, socialSettings } from './social-settings.ts';
import { type SupplierSettings, supplierProblems, supplierSettings } from './supplier-settings.ts';
import { type StaffPortSettings, staffPortProblems, staffPortSettings } from './staff-port-settings.ts';
import type { Environment } from './variables.ts';

/** All settings from the environment, read and validated once. Nothing else reads the environment. */
export class Config {
  readonly isProduction!: boolean;
  readonly logLevel!: LogLevel;
  readonly metrics!: MetricsSettings;
  /** Where traces are exported; null: tracing is off. */
  readonly otlp!: OtlpSettings | null;
  /** How long a process still accepts requests after SIGTERM while its readiness says `stopping`, in milliseconds. */
  readonly shutdownDelayMs!: number;
  readonly host!: string;
  readonly apiPort!: number;
  /** Where the staff's calls are answered; null: at `apiPort`, among all others. */
  readonly staffPort!: StaffPortSettings | null;
  /** Public origin of this API: image addresses, webhooks, Swagger UI. */
  readonly apiOrigin!: string;
  /** Public origin of the shop, and the only one that CORS admits. */
  readonly storefrontOrigin!: string;
  /** Where transactions run. May be a pooler such as PgBouncer in transaction mode. */
  readonly databaseUrl!: string;
  /** PostgreSQL itself, for what needs a session: prepared reads, LISTEN, locks of a session, queues, migrations. */
  readonly directDatabaseUrl!: string;
  /** The role that migrations, which run as the owner, give the rights of API, workers and commands; null: these run as the owner, too. */
  readonly appRole!: { readonly name: string; readonly password: string | null } | null;
  readonly databasePoolSize!: number;
  /** How long the database works on one statement before it ends it, in milliseconds; 0: as long as it takes. */
  readonly statementTimeoutMs!: number;
  readonly retention!: RetentionSettings;
  /** Copies that answer reads of the catalogue; empty: the primary does. */
  readonly replicaUrls!: readonly string[];
  /** How long an answer of a list is cached, in milliseconds; 0 turns the cache off. */
  readonly listCacheMs!: number;
  /** How long number and order of matches are cached when the notification of a change was lost, in milliseconds; 0 turns the cache off. */
  readonly matchesCacheMs!: number;
  /** Null: BullMQ runs on PostgreSQL. */
  readonly redisUrl!: string | null;
  readonly stripe!: {
    readonly secretKey: string;
    readonly webhookSecret: string;
    /** Null: Stripe itself. */
    readonly apiUrl: string | null;
    /** Payment methods, by Stripe's names: `card`, `sepa_debit`. */
    readonly paymentMethods: readonly string[];
    /** How 3-D Secure is asked for with every payment by card, whatever the risk. */
    readonly threeDSecure: 'automatic' | 'any' | 'challenge';
  };
  readonly smtpUrl!: string;
  /** Whether a mail server without TLS gets nothing. */
  readonly isSmtpTlsRequired!: boolean;
  readonly mailFrom!: string;
  /** Mailbox that gets the messages of the contact form. */
  readonly supportEmail!: string;
  /** Mailbox that gets alerts. */
  readonly alertEmail!: string;
  /** Kinds of alerts that are not mailed. */
  readonly alertsOff!: ReadonlySet<AlertKind>;
  /** Versioned key-encryption keys: one encrypts, all decrypt. 32 bytes each. */
  readonly keyEncryptionKeys!: ReadonlyMap<number, Buffer>;
  /** The version that encrypts and signs the links in mails: the highest, unless another is named while not every process has that yet. */
  readonly keyEncryptionVersion!: number;
  readonly keyFingerprintSecret!: string;
  /** Signs login tokens; other signatures use secrets derived from it. */
  readonly jwtSecret!: string;
  /** How long a login may go unused. */
  readonly longestIdleMs!: number;
  /** The storefront server proves with it that a visitor's address is from it. */
  readonly storefrontSecret!: string;
  readonly captcha!: CaptchaSettings;
  /** Social login providers. */
  readonly social!: SocialSettings;
  /** Where keys can be bought. */
  readonly suppliers!: SupplierSettings;
  /** Multiplies every rate limit: 2 doubles them, a million turns them off. */
  readonly rateLimitScale!: number;
  readonly images!: ImageSettings;
  /** Number of reverse proxies before the API; 0 trusts no forwarding header. */
  readonly trustedProxies!: number;
  /** The header in which a trusted proxy sends the visitor's country (ISO 3166, two letters); null: none does. */
  readonly countryHeader!: string | null;
  /** IANA name of the time zone in which a date without a time is read. */
  readonly shopTimeZone!: string;
  /** The shop's margin on a supplier's price: 0.12 adds 12 %. */
  readonly margin!: number;
  readonly exchangeRates!: { readonly Usd: number; readonly Pln: number; readonly Gbp: number };
  /** Milliseconds after which they raise an alert. */
  readonly oldestRatesMs!: number;
  readonly reservation!: {
    /** Milliseconds after the payment session's end before its keys go back into stock. */
    readonly graceMs: number;
    readonly mostOpenPerAddress: number;
    /** Unpaid checkouts of one e-mail address, from any network, after which each further one needs a captcha. */
    readonly mostOpenPerEmail: number;
    /** Pieces of one product that one checkout may hold unpaid. */
    readonly mostPiecesPerProduct: number;
    /** What the unpaid checkouts of a network may be worth together, besides its first; euro cents. */
    readonly mostFurtherMinor: number;
    /** Whether none of these limits applies, and no captcha is asked for: in load tests, never in production. */
    readonly isLifted: boolean;
  };
  /** Whether a buyer may confirm that keys which his country excludes are for somebody elsewhere. */
  readonly allowsOtherRegion!: boolean;
  /** Orders that may be fraud. `longestHoldMs`: after how long on hold they are refunded, in milliseconds. `refundsWarned`: whether a warning over unseen keys refunds. */
  readonly risk!: { readonly longestHoldMs: number; readonly refundsWarned: boolean };
  /** How long a backorder waits for keys, in milliseconds; 0: it is refunded at once. */
  readonly longestWaitMs!: number;
  /** Whether an empty shop is given the demo catalogue. In production only where it is asked for: its keys are made up. */
  readonly seedsDemo!: boolean;
  /** Who may read /docs: everybody, who has an ops key, or nobody because it is not there. */
  readonly docs!: 'open' | 'key' | 'off';
  /** Whether sensitive ops calls are refused to ops keys without a second factor. */
  readonly isSecondFactorRequired!: boolean;
  /** The development ops key of `npm start`, with all rights; null in production. */
  readonly developmentOpsKey!: string | null;
  /** Whether tests and developers may move the clock of all processes. */
  readonly isClockMovable!: boolean;
}

/** @throws Error with every wrong variable named, one sentence each. */
export function readConfig(environment: Environment): Config {
  const isProduction = environment.NODE_ENV === 'production';
  const { environment: set, problems: unread } = withSecretFiles(textsOf(environment));
  const { data, error } = environmentSchema(isProduction).safeParse(set);
  const problems = [
    ...unread,
    ...(error?.issues ?? []).map(({ path: [name], message }) => `${String(name)} ${message}`),
    ...keyEncryptionProblems(set),
    ...captchaProblems(set),
    ...imageProblems(set),
    ...socialProblems(set),
    ...supplierProblems(set),
    ...staffPortProblems(data),
    ...hostNameProblems(data, isProduction),
    ...(isProduction && !set.STRIPE_API_URL && set.STRIPE_SECRET_KEY?.startsWith('sk_test_sandbox')
      ? ['STRIPE_SECRET_KEY must be a key of your own in production.']
      : []),
  ];
  if (data === undefined || problems.length > 0) throw new Error(problems.join('\n'));
  return {
    isProduction,
    logLevel: data.LOG_LEVEL,
    metrics: metricsSettings(data),
    otlp: otlpSettings(data),
    shutdownDelayMs: data.SHUTDOWN_DELAY_SECONDS * 1000,
    host: data.HOST,
    apiPort: data.API_PORT,
    staffPort: staffPortSettings(data),
    apiOrigin: data.API_ORIGIN,
    storefrontOrigin: data.STOREFRONT_ORIGIN,
    databaseUrl: data.DATABASE_URL,
    directDatabaseUrl: data.DATABASE_DIRECT_URL ?? data.DATABASE_URL,
    appRole: data.DATABASE_APP_ROLE === null ? null : { name: data.DATABASE_APP_ROLE, password: data.DATABASE_APP_PASSWORD },
    databasePoolSize: data.DATABASE_POOL_SIZE,
    statementTimeoutMs: data.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
    retention: retentionSettings(data),
    replicaUrls: data.DATABASE_REPLICA_URLS ?? [],
    listCacheMs: data.LIST_CACHE_MS,
    matchesCacheMs: data.MATCHES_CACHE_MS,
    redisUrl: data.REDIS_URL,
    stripe: {
      secretKey: data.STRIPE_SECRET_KEY ?? 'sk_test_sandbox',
      webhookSecret: data.STRIPE_WEBHOOK_SECRET,
      apiUrl: data.STRIPE_API_URL ?? (data.STRIPE_SECRET_KEY === null ? 'http://localhost:12111' : null),
      paymentMethods: data.PAYMENT_METHODS,
      threeDSecure: data.THREE_D_SECURE,
    },
    smtpUrl: data.SMTP_URL,
    isSmtpTlsRequired: data.SMTP_TLS === 'required',
    mailFrom: data.MAIL_FROM,
    supportEmail: data.SUPPORT_EMAIL,
    alertEmail: data.ALERT_EMAIL ?? data.SUPPORT_EMAIL,
    alertsOff: data.ALERTS_OFF,
    keyEncryptionKeys: data.KEY_ENCRYPTION_KEYS,
    keyEncryptionVersion: encryptingVersion(data.KEY_ENCRYPTION_KEYS.keys(), data.KEY_ENCRYPTION_VERSION),
    keyFingerprintSecret: data.KEY_FINGERPRINT_SECRET,
    jwtSecret: data.JWT_SECRET,
    longestIdleMs: data.LOGIN_IDLE_MINUTES * 60_000,
    storefrontSecret: data.STOREFRONT_SECRET,
    captcha: captchaSettings(data, isProduction),
    social: socialSettings(data),
    suppliers: supplierSettings(data),
    rateLimitScale: data.RATE_LIMIT_SCALE,
    images: imageSettings(data),
    trustedProxies: data.TRUST_PROXY,
    countryHeader: data.COUNTRY_HEADER,
    shopTimeZone: data.SHOP_TIME_ZONE,
    margin: data.MARGIN,
    exchangeRates: { Usd: data.RATE_USD, Pln: data.RATE_PLN, Gbp: data.RATE_GBP },
    oldestRatesMs: data.RATE_MAX_AGE_DAYS * 86_400_000,
    reservation: {
      graceMs: data.RESERVATION_GRACE_SECONDS * 1000,
      mostOpenPerAddress: data.MOST_OPEN_CHECKOUTS_PER_ADDRESS,
      mostOpenPerEmail: data.MOST_OPEN_CHECKOUTS_PER_EMAIL,
      mostPiecesPerProduct: data.MOST_RESERVED_PIECES_PER_PRODUCT,
      mostFurtherMinor: Math.round(data.MOST_FURTHER_RESERVED_EUR * 100),
      isLifted: data.LIFT_HOARDING_LIMITS,
    },
    allowsOtherRegion: data.ALLOW_OTHER_REGION,
    risk: { longestHoldMs: data.RISK_HOLD_HOURS * 3_600_000, refundsWarned: data.FRAUD_WARNING_REFUNDS },
    longestWaitMs: data.WAITING_REFUND_AFTER_HOURS * 3_600_000,
    seedsDemo: data.SEED_DEMO,
    docs: data.DOCS,
    isSecondFactorRequired: data.OPS_SECOND_FACTOR === 'required',
    developmentOpsKey: data.OPS_DEVELOPMENT_KEY,
    isClockMovable: !isProduction && data.CLOCK_MOVABLE,
  };
}

/** Trimmed values; an empty variable counts as unset. */
function textsOf(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value = '']) => (value.trim() === '' ? [] : [[name, value.trim()] as const])),
  );
}
