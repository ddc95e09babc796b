import { z } from 'zod';
import { ALERT_KINDS, type AlertKind } from '../../shared/ports.ts';
import { isTimeZone } from '../../shared/shop-calendar.ts';
import { LOG_LEVELS } from '../logging/json-logger.ts';
import { keyEncryptionKeys } from './key-encryption.ts';
import {
  address,
  apiAddress,
  choice,
  developmentOnly,
  flag,
  list,
  mailbox,
  number,
  numberText,
  optional,
  origin,
  publicOrigin,
  required,
  secret,
  text,
} from './variables.ts';

const CAPTCHA_PROVIDERS = ['altcha', 'recaptcha', 'hcaptcha', 'turnstile'] as const;
const LONGEST_TRUST = 10;
const HTTP = ['http:', 'https:'];
const POSTGRESQL = ['postgres:', 'postgresql:'];

/** Every variable that the API reads; .env.example describes the same in more detail. */
export type Variables = z.output<ReturnType<typeof environmentSchema>>;

export function environmentSchema(isProduction: boolean) {
  const shortest = (characters: number) => ({ isProduction, minLength: characters });
  return z.object({
    HOST: text('127.0.0.1').describe('network interface that is listened on'),
    API_PORT: number(3000, { min: 1, max: 65_535 }).describe('port of the API'),
    API_ORIGIN: required(publicOrigin(isProduction), 'http://localhost:3000', isProduction).describe('public origin of the API'),
    STOREFRONT_ORIGIN: required(publicOrigin(isProduction), 'http://localhost:4200', isProduction).describe('public origin of the shop'),
    TRUST_PROXY: number(0, { min: 0, max: LONGEST_TRUST }).describe('how many reverse proxies stand before the API'),
    COUNTRY_HEADER: optional(z.string().toLowerCase()).describe('header in which a trusted proxy gives the country of a visitor'),

    LOG_LEVEL: choice(LOG_LEVELS, 'info').describe('least level that is logged'),
    METRICS_PORT: optional(numberText({ min: 1, max: 65_535 })).describe('own port for metrics and health'),
    METRICS_HOST: optional(z.string()).describe('interface of that port'),
    METRICS_TOKEN: optional(z.string().min(isProduction ? 16 : 0, 'must be at least 16 characters long in production.')).describe(
      'bearer token of Prometheus',
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(address(HTTP)).describe('OpenTelemetry collector'),
    OTEL_SERVICE_NAME: optional(z.string()).describe('name of the service in traces'),
    SHUTDOWN_DELAY_SECONDS: number(0, { min: 0, max: 60 }).describe('seconds of serving on after SIGTERM'),

    DATABASE_URL: required(address(POSTGRESQL), 'postgres://keyturn@127.0.0.1:54329/keyturn', isProduction).describe('PostgreSQL'),
    DATABASE_DIRECT_URL: optional(address(POSTGRESQL)).describe('PostgreSQL past a pooler of transactions'),
    DATABASE_APP_ROLE: optional(
      z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/, 'must be a name of small letters, digits and underscores.'),
    ).describe('role without DDL that migrations make and give rights'),
    DATABASE_APP_PASSWORD: optional(z.string()).describe('its password'),
    DATABASE_POOL_SIZE: number(10, { min: 2, max: 100 }).describe('connections of one process'),
    DATABASE_STATEMENT_TIMEOUT_SECONDS: number(30, { min: 1, max: 3600 }).describe('longest statement of an API process'),
    DATABASE_REPLICA_URLS: optional(replicas()).describe('read replicas, a comma list'),
    REDIS_URL: optional(address(['redis:', 'rediss:'])).describe('Redis for BullMQ'),

    ACCOUNTING_YEARS: number(10, { min: 3, max: 30 }).describe('years, counted from the end of its own, that an order names its buyer'),
    KEEP_PAYMENT_EVENTS_DAYS: number(400, { min: 90, max: 3650 }).describe('days that handled events of payments stay'),
    KEEP_DISPUTES_DAYS: number(400, { min: 30, max: 3650 }).describe('days that decided disputes and their evidence stay'),
    KEEP_MAIL_RECORDS_DAYS: number(550, { min: 90, max: 3650 }).describe('days that the records of sent mails stay'),
    KEEP_CATALOGUE_JOBS_DAYS: number(90, { min: 1, max: 3650 }).describe('days that the reports of imports and repricing stay'),
    KEEP_ERASURES_DAYS: number(400, { min: 1, max: 3650 }).describe('days that the record of an erasure stays, as long as backups'),
    KEEP_ORDER_TRACES_DAYS: number(550, { min: 90, max: 3650 }).describe(
      'days that network address and browser of an order and of its visits stay',
    ),
    KEEP_KEY_VIEWS_DAYS: number(550, { min: 90, max: 3650 }).describe('days that viewer and address of views of keys stay'),
    KEEP_CONTACT_MESSAGES_DAYS: number(730, { min: 1, max: 3650 }).describe('days that messages of the contact form stay'),
    // No payment session is open for so long, and no provider repeats a report after it.
    KEEP_UNPAID_ORDERS_DAYS: number(90, { min: 31, max: 3650 }).describe('days that a checkout that was never paid names its buyer'),
    // The decision counts 30 days back; a purge comes a day late at most.
    KEEP_RISK_COUNTS_DAYS: number(31, { min: 31, max: 3650 }).describe('days that counted payments of a card, browser or network stay'),
    KEEP_KNOWN_BUYERS_DAYS: number(400, { min: 31, max: 3650 }).describe('days for which an address or account that has paid is known'),
    KEEP_AUTH_TRAIL_DAYS: number(90, { min: 1, max: 3650 }).describe('days that logins and what concerns them stay'),

    STRIPE_SECRET_KEY: (isProduction ? z.string('must be set in production.') : optional(z.string())).describe('secret key of Stripe'),
    STRIPE_WEBHOOK_SECRET: secret('whsec_sandbox', shortest(16)).describe('signs webhooks of Stripe'),
    STRIPE_API_URL: optional(z.string()).describe('another API than that of Stripe, for tests'),
    THREE_D_SECURE: choice(['automatic', 'any', 'challenge'], 'automatic').describe('how 3-D Secure is asked for with every card payment'),
    PAYMENT_METHODS: paymentMethods().default(['card']).describe('payment methods of Stripe, a comma list'),

    SMTP_URL: required(address(['smtp:', 'smtps:']), 'smtp://localhost:1025', isProduction).describe('mail server'),
    SMTP_TLS: choice(['required', 'optional'], isProduction ? 'required' : 'optional').describe('whether mail may be sent unencrypted'),
    MAIL_FROM: text('Keyturn <shop@keyturn.example>').describe('sender of mails'),
    SUPPORT_EMAIL: (isProduction ? mailbox(true) : mailbox(false).default('support@keyturn.example')).describe('mailbox of the support'),
    ALERT_EMAIL: optional(mailbox(isProduction)).describe('mailbox of alerts'),
    ALERTS_OFF: alertKinds().default(new Set()).describe('alerts that are not mailed, a comma list'),

    KEY_ENCRYPTION_KEYS: keyEncryptionKeys(isProduction).describe('versions and keys that encrypt the stock'),
    KEY_ENCRYPTION_VERSION: optional(numberText({ min: 0, max: 9999 })).describe('version that encrypts'),
    KEY_FINGERPRINT_SECRET: secret('development-fingerprint-secret', shortest(32)).describe('finds duplicate keys'),
    JWT_SECRET: secret('development-jwt-secret', shortest(32)).describe('signs login tokens; other secrets are derived from it'),

    LOGIN_IDLE_MINUTES: number(1440, { min: 15, max: 1440 }).describe('minutes without a call after which a login ends'),

    STOREFRONT_SECRET: secret('development-storefront-secret', shortest(32)).describe('proves the storefront server to the API'),

    OPS_PORT: optional(numberText({ min: 1, max: 65_535 })).describe('own port of the API for the staff: /ops, /docs and /metrics'),
    OPS_HOST: optional(z.string()).describe('interface of that port'),
    OPS_TRUST_PROXY: number(0, { min: 0, max: LONGEST_TRUST }).describe('how many reverse proxies stand before that port'),
    DOCS: choice(['open', 'key', 'off'], isProduction ? 'key' : 'open').describe('who may read /docs'),
    OPS_SECOND_FACTOR: choice(['required', 'optional'], isProduction ? 'required' : 'optional').describe(
      'whether staff keys without a second factor may make sensitive calls',
    ),
    OPS_DEVELOPMENT_KEY: developmentOnly(
      z.string().min(32, 'must be at least 32 characters long.'),
      isProduction,
      'make a key with npm run ops:key.',
    ).describe('ops key of an owner for development'),

    CAPTCHA_PROVIDER: choice(CAPTCHA_PROVIDERS, 'altcha').describe('own proof of work, or a service'),
    CAPTCHA_SITE_KEY: text('').describe('public key of the service'),
    CAPTCHA_SECRET: text('').describe('secret of the service'),
    CAPTCHA_VERIFY_URL: optional(address(isProduction ? ['https:'] : HTTP)).describe('another address at which answers are checked'),
    // Production does not turn rate limits off.
    RATE_LIMIT_SCALE: number(1, { min: 0.1, max: isProduction ? 100 : 1_000_000 }).describe('stretches every rate limit'),

    GOOGLE_CLIENT_ID: optional(z.string()).describe('login by Google'),
    GOOGLE_CLIENT_SECRET: optional(z.string()).describe('login by Google'),
    FACEBOOK_APP_ID: optional(z.string()).describe('login by Facebook'),
    FACEBOOK_APP_SECRET: optional(z.string()).describe('login by Facebook'),
    STEAM_API_KEY: optional(z.string()).describe('login by Steam'),
    IDENTITY_STAND_IN_URL: developmentOnly(origin(), isProduction, 'anybody could log in as anybody.').describe('stand-in of those sites'),

    KINGUIN_API_KEY: optional(z.string()).describe('supplier Kinguin'),
    KINGUIN_API_URL: apiAddress(isProduction).default('https://gateway.kinguin.net/esa/api').describe('eCommerce API of Kinguin'),
    KINGUIN_WEBHOOK_SECRET: optional(z.string()).describe('what webhooks of Kinguin carry'),
    CODESWHOLESALE_CLIENT_ID: optional(z.string()).describe('supplier CodesWholesale'),
    CODESWHOLESALE_CLIENT_SECRET: optional(z.string()).describe('supplier CodesWholesale'),
    CODESWHOLESALE_SIGNATURE: optional(z.string()).describe('what postbacks of CodesWholesale are hashed with'),
    CODESWHOLESALE_API_URL: apiAddress(isProduction).default('https://api.codeswholesale.com').describe('API of CodesWholesale'),
    SUPPLIER_SYNC_MINUTES: number(60, { min: 5, max: 1440 }).describe('minutes between synchronisations of all offers'),
    SUPPLIER_CHANGES_MINUTES: number(10, { min: 1, max: 1440 }).describe('minutes between small synchronisations, of what changed'),
    SUPPLIER_IMPORT_PRODUCTS: flag(false).describe('whether synchronisations import the products of a feed'),
    OFFER_MAX_AGE_MINUTES: number(120, { min: 1, max: 10_080 }).describe('age up to which an offer is on sale and bought from'),
    SUPPLIER_LOW_BALANCE_EUR: number(50, { min: 0, max: 1_000_000 }).describe('euros of a balance below which staff gets an alert'),
    MIN_MARGIN: number(0.02, { min: 0, max: 0.9 }).describe('least margin of a purchase: 0.02 is 2 % of what was charged'),

    SHOP_TIME_ZONE: timeZone().default('UTC').describe('zone of dates without a time'),
    MARGIN: number(0.12, { min: 0, max: 10 }).describe('margin on the price of a supplier: 0.12 is 12 %'),
    RATE_USD: rate(1.09).describe('dollars for a euro'),
    RATE_PLN: rate(4.27).describe('zlotys for a euro'),
    RATE_GBP: rate(0.85).describe('pounds for a euro'),
    RATE_MAX_AGE_DAYS: number(30, { min: 1, max: 3650 }).describe('days after which exchange rates raise an alert'),
    RESERVATION_GRACE_SECONDS: number(300, { min: 0, max: 86_400 }).describe('seconds after a payment session before keys are free'),
    MOST_OPEN_CHECKOUTS_PER_ADDRESS: number(10, { min: 1, max: 10_000 }).describe('unpaid checkouts of one address'),
    MOST_OPEN_CHECKOUTS_PER_EMAIL: number(3, { min: 1, max: 10_000 }).describe('unpaid checkouts of one e-mail address without a captcha'),
    MOST_RESERVED_PIECES_PER_PRODUCT: number(99, { min: 1, max: 10_000 }).describe('unpaid pieces of one product in one checkout'),
    MOST_FURTHER_RESERVED_EUR: number(500, { min: 0, max: 1_000_000 }).describe(
      'euros that all unpaid checkouts of a network hold together, besides its first',
    ),
    ALLOW_OTHER_REGION: flag(false).describe('whether buyers may confirm that a key is for somebody in another country'),
    LIFT_HOARDING_LIMITS: flag(false)
      .refine((isLifted) => !(isProduction && isLifted), 'must not be true in production: one visitor could reserve all keys.')
      .describe('whether load tests may reserve without limits and captcha'),
    WAITING_REFUND_AFTER_HOURS: number(48, { min: 0, max: 720 }).describe('hours that a paid order waits for keys'),
    RISK_HOLD_HOURS: number(72, { min: 1, max: 720 }).describe('hours that staff may take about an order that may be fraud'),
    FRAUD_WARNING_REFUNDS: flag(true).describe('whether a fraud warning over keys that nobody has seen is refunded by itself'),
    IMAGES_DIR: text('.data/images').describe('folder of pictures'),
    S3_BUCKET: optional(bucket()).describe('bucket of pictures instead of the folder'),
    S3_ENDPOINT: optional(address(HTTP)).describe('scheme, host and port of the S3 service'),
    S3_REGION: text('auto').describe('region of the bucket'),
    S3_ACCESS_KEY_ID: text('').describe('access key of the bucket'),
    S3_SECRET_ACCESS_KEY: text('').describe('secret of the bucket'),
    PICTURE_HOSTS_ALLOWED: developmentOnly(hosts(), isProduction, 'a feed could reach computers beside the shop.').describe(
      'hosts of pictures of feeds that may be private, a comma list',
    ),
    LIST_CACHE_MS: number(400, { min: 0, max: 60_000 }).describe('milliseconds that an answer of a list is cached'),
    MATCHES_CACHE_MS: number(30_000, { min: 0, max: 600_000 }).describe('milliseconds that counts and matches are cached'),
    SEED_DEMO: flag(!isProduction).describe('whether an empty shop is given the demo catalogue'),
    CLOCK_MOVABLE: flag(true).describe('whether tests may move the clock; never in production'),
  });
}

function rate(fallback: number) {
  return number(fallback, { min: 0.01, max: 1000 });
}

function replicas() {
  const isAddress = (url: string) => address(POSTGRESQL).safeParse(url).success;
  const rule = 'must be a comma list of addresses that start with postgres://.';
  return list((url) => url === '' || isAddress(url), rule).transform((urls) => urls.filter(Boolean));
}

function hosts() {
  const isHost = (name: string) => URL.canParse(`http://${name}`) && new URL(`http://${name}`).hostname === name;
  return list(isHost, 'must be a comma list of hosts without a port, in lower case, such as localhost.');
}

function paymentMethods() {
  const rule = 'must be a comma list of payment methods in Stripe’s words, such as card,sepa_debit.';
  return list((name) => /^[a-z][a-z0-9_]*$/.test(name), rule);
}

function alertKinds(): z.ZodType<ReadonlySet<AlertKind>, string> {
  const kinds: readonly string[] = ALERT_KINDS;
  return list((name) => name === '' || kinds.includes(name), `must be a comma list of ${kinds.join(', ')}.`).transform(
    (names) => new Set(ALERT_KINDS.filter((kind) => names.includes(kind))),
  );
}

function timeZone() {
  return z.string().refine(isTimeZone, {
    error: ({ input }) => `must be a time zone such as Europe/Warsaw or UTC, not "${String(input)}".`,
  });
}

function bucket() {
  const rule = 'must be the name of a bucket: 3 to 63 letters, digits, dots and dashes.';
  return z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, rule);
}
