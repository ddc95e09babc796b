import { readFileSync } from 'node:fs';
import { type CaptchaSites, readCaptchaSites } from './security/captcha-sites.ts';
import { isEncryptedOrLocal } from '@keyturn/shop-rules';
import { readSocial, type SocialAddresses } from './head/social.ts';

const DEVELOPMENT_SECRET = 'development-storefront-secret';
const SHORTEST_SECRET = 32;

export interface StorefrontConfig {
  host: string;
  port: number;
  /** Where browsers find the shop; for canonical links. */
  storefrontOrigin: string;
  /** Where browsers find the API. */
  apiOrigin: string;
  /** Where this server finds the API: inside a cluster that may be another address. */
  apiInternalOrigin: string;
  /** Proves this server to the API; see `ApiReader`. */
  storefrontSecret: string;
  /** How long it still serves after SIGTERM, until proxies have noticed. */
  shutdownDelayMs: number;
  /** Number of trusted proxies before this server. */
  trustedProxies: number;
  social: SocialAddresses;
  /** Who is told of weaknesses, as an address with its scheme; null: nobody is named. */
  securityContact: string | null;
  /** Whose scripts and frames the policy admits for the captcha that the API is set up with. */
  captcha: CaptchaSites;
}

/** Reads the environment; nothing else does. @throws Error with one sentence that names the variable */
export function readConfig(env: NodeJS.ProcessEnv = process.env): StorefrontConfig {
  // An empty variable, as Compose sets it, counts as unset.
  const read = (name: string) => env[name]?.trim() || undefined;
  const port = Number(read('STOREFRONT_PORT') ?? 4200);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('STOREFRONT_PORT must be a port number from 0 to 65535.');
  const shutdownDelay = Number(read('SHUTDOWN_DELAY_SECONDS') ?? 0);
  if (!(shutdownDelay >= 0 && shutdownDelay <= 60)) throw new Error('SHUTDOWN_DELAY_SECONDS must be a number from 0 to 60.');
  const trustedProxies = Number(read('TRUST_PROXY') ?? 0);
  if (!Number.isInteger(trustedProxies) || trustedProxies < 0 || trustedProxies > 10)
    throw new Error('TRUST_PROXY must be a number of proxies from 0 to 10.');
  const isProduction = env.NODE_ENV === 'production';
  const apiOrigin = publicOrigin('API_ORIGIN', read('API_ORIGIN') ?? 'http://localhost:3000', isProduction);
  return {
    host: read('HOST') ?? '127.0.0.1',
    port,
    storefrontOrigin: publicOrigin('STOREFRONT_ORIGIN', read('STOREFRONT_ORIGIN') ?? 'http://localhost:4200', isProduction),
    apiOrigin,
    apiInternalOrigin: origin('API_INTERNAL_ORIGIN', read('API_INTERNAL_ORIGIN') ?? apiOrigin),
    storefrontSecret: storefrontSecret(secretText('STOREFRONT_SECRET', read), isProduction),
    shutdownDelayMs: shutdownDelay * 1000,
    trustedProxies,
    social: readSocial(read),
    securityContact: contact(read('SECURITY_CONTACT')),
    captcha: readCaptchaSites(read('CAPTCHA_PROVIDER')),
  };
}

function contact(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^[^\s@:]+@[^\s@]+$/.test(text)) return `mailto:${text}`;
  if (/^https:\/\/\S+$/.test(text) && URL.canParse(text)) return text;
  throw new Error('SECURITY_CONTACT must be an e-mail address, or an address that starts with https://.');
}

/** The variable, or what is in the file that it names with `_FILE` behind it; the rules of the API (`withSecretFiles`). */
function secretText(name: string, read: (name: string) => string | undefined): string | undefined {
  const given = read(name);
  const path = read(`${name}_FILE`);
  if (path === undefined) return given;
  if (given !== undefined) throw new Error(`${name} and ${name}_FILE must not be set both.`);
  const text = contentOf(path);
  if (text === '') throw new Error(`${name}_FILE must be the path of a file that this process may read and that is not empty.`);
  return text;
}

/** Without blanks and line ends around it; empty where there is nothing to read. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

/** The rule of the API for the same variable. */
function storefrontSecret(given: string | undefined, isProduction: boolean): string {
  const isOwn = given !== undefined && given !== DEVELOPMENT_SECRET && given.length >= SHORTEST_SECRET;
  if (isProduction && !isOwn)
    throw new Error(`STOREFRONT_SECRET must be set to ${SHORTEST_SECRET} characters of your own or more in production.`);
  return given ?? DEVELOPMENT_SECRET;
}

/** The rule of the API for the same variables. */
function publicOrigin(name: string, text: string, isProduction: boolean): string {
  const found = origin(name, text);
  if (isProduction && !isEncryptedOrLocal(found)) throw new Error(`${name} must start with https:// in production, except on localhost.`);
  return found;
}

function origin(name: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`${name} must be an address such as https://shop.example.`);
  return new URL(text).origin;
}
