import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { root } from '../shared/paths.ts';

export interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly pull_policy?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number | null>>;
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly mem_limit?: string;
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
  readonly networks?: readonly string[];
  readonly deploy?: { readonly replicas: number };
  readonly secrets?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

export interface Compose {
  readonly networks: Readonly<Record<string, { readonly internal?: boolean; readonly enable_ipv6?: boolean } | null>>;
  readonly services: Readonly<Record<string, Service>>;
}

export const composeText = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
/** What the demo sets. */
export const demo = parseEnv(readFileSync(join(root, 'docker', 'demo.env'), 'utf8')) as Record<string, string>;

const schema = JSON.parse(readFileSync(join(root, 'node_modules', 'dclint', 'schemas', 'compose.schema.json'), 'utf8')) as {
  $schema?: string;
};
delete schema.$schema;
/** Whether a parsed file keeps to the Compose specification. */
export const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(schema);

/** What a process of the service is given, with what the image adds. */
export function environmentOf(service: Service | undefined): Record<string, string> {
  const all = { ...service?.environment, NODE_ENV: 'production', HOST: '0.0.0.0' };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value ?? '')]));
}

/** The file as Compose reads it: variables put in, merges done. @throws Error as Compose does where a required variable is missing or empty. */
export function composeWith(env: Readonly<Record<string, string>>): Compose {
  return parse(filled(composeText, env), { merge: true }) as Compose;
}

/** A default may hold a variable itself, which counts only where the default does. */
function filled(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+):([?-])((?:[^${}]|\$\{[^{}]*\})*)\}/g, (_whole, name: string, kind: string, rest: string) => {
    if (env[name]) return env[name];
    if (kind === '?') throw new Error(`${name} is required: ${rest}`);
    return filled(rest, env);
  });
}
