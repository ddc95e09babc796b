import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from '../../shared/paths.ts';

/** What the shop is asked about. */
export interface Subjects {
  readonly orderIds: readonly string[];
  /** Of the pages of the orders. */
  readonly tokens: readonly string[];
  /** Payment sessions. */
  readonly sessions: readonly string[];
  readonly kinguinIds: readonly string[];
  readonly productIds: readonly string[];
  readonly customerIds: readonly string[];
  readonly disputes: readonly string[];
  readonly events: readonly string[];
}

export interface Answered {
  /** The path with its query. */
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

const NOTHING = ['nothing'];
const QUEUES = ['payments', 'delivery', 'upkeep'];
/** Queries beside none, by the path as the document has it. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/ops/audit': ['limit=200'],
  '/ops/keys': ['state=reserved&limit=200', 'state=available&limit=200'],
  '/ops/orders': ['limit=200', 'email=held', 'status=on_hold', 'status=refunded'],
  '/ops/orders/export.csv': ['email=held', 'status=on_hold'],
  '/ops/payments/events': ['limit=200', 'page=2&limit=200'],
  '/ops/payments/mismatches': ['askProvider=true', 'askProvider=false'],
  '/ops/queue/{queue}/jobs': ['waiting', 'active', 'delayed', 'failed'].map((state) => `state=${state}&limit=200`),
};

/** What stands for each `{name}` of a path. @throws Error for a new one */
function valuesOf(path: string, name: string, subjects: Subjects): readonly string[] {
  const { orderIds, tokens, sessions, kinguinIds, productIds, customerIds, disputes, events } = subjects;
  const byPath: Readonly<Record<string, readonly string[]>> = {
    '/order/guest/{token}': tokens,
    '/order/{id}/keys': orderIds,
    '/products/{id}': productIds,
    '/products/kinguinId/{id}': kinguinIds,
  };
  const byName: Readonly<Record<string, readonly string[]>> = {
    customer: customerIds,
    dispute: disputes,
    event: events,
    file: path.startsWith('/ops/payments') ? ['receipt', 'deliveryRecord', 'mailsSent', 'acceptedTerms'] : NOTHING,
    id: NOTHING,
    name: ['kinguin', 'codeswholesale'],
    order: orderIds,
    platform: ['Steam'],
    product: kinguinIds,
    productId: kinguinIds,
    productType: ['game'],
    query: ['game'],
    queue: QUEUES,
    session: sessions,
    token: NOTHING,
  };
  const values = byPath[path] ?? byName[name];
  if (!values) throw new Error(`Say in ${import.meta.filename} what {${name}} of ${path} is.`);
  return values;
}

/** The addresses of a path: `template` with a value for each of its names. */
function filled(template: string, subjects: Subjects, path = template): string[] {
  const [whole, name] = /\{(\w+)\}/.exec(path) ?? [];
  if (whole === undefined || name === undefined) return [path];
  const values = valuesOf(template, name, subjects);
  return values.flatMap((value) => filled(template, subjects, path.replace(whole, encodeURIComponent(value))));
}

/** Every GET of the documents of shop and staff, about each of the subjects. */
export function readsOf(subjects: Subjects): string[] {
  const documents = ['openapi', 'ops'].map(
    (name) => JSON.parse(readFileSync(join(root, `openapi/${name}.json`), 'utf8')) as { paths: Record<string, object> },
  );
  return documents
    .flatMap(({ paths }) => Object.entries(paths))
    .filter(([, methods]) => 'get' in methods)
    .flatMap(([path]) => {
      const addresses = filled(path, subjects);
      return addresses.flatMap((address) => [address, ...(QUERIES[path] ?? []).map((query) => `${address}?${query}`)]);
    });
}

/** Every page of the storefront, those of the orders for each of them. */
export function pagesOf({ tokens, sessions }: Pick<Subjects, 'tokens' | 'sessions'>): string[] {
  const source = readFileSync(join(root, 'apps/storefront/src/app/routes.tsx'), 'utf8');
  const routes = [...source.matchAll(/<Route path="(\/[^"]*)"/g)].map(([, path = '']) => path);
  return routes.flatMap((route) => {
    if (route === '/order/guest/:token') return tokens.map((token) => `/order/guest/${token}`);
    if (route === '/success') return sessions.map((session) => `/success?session_id=${session}`);
    if (route === '/account/:tab') return ['/account/info', '/account/orders'];
    return [route.replaceAll(/:\w+/g, 'nothing')];
  });
}

const AT_ONCE = 8;

const MOST_TRIES = 60;

/** Comes back where the shop is busy; answers that it is so after too many tries. */
async function asked(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(url, { headers, redirect: 'manual' });
    const wait = answer.headers.get('retry-after');
    if (answer.status !== 503 || wait === null || tries === MOST_TRIES) return answer;
    await setTimeout(1000 * Number(wait));
  }
}

/** Asks all of them, a few at a time. */
export async function askAll(origin: string, paths: readonly string[], headers: Readonly<Record<string, string>>): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    answered.push(
      ...(await Promise.all(
        paths.slice(start, start + AT_ONCE).map(async (path) => {
          const answer = await asked(`${origin}${path}`, headers);
          return { path, status: answer.status, text: await answer.text() };
        }),
      )),
    );
  }
  return answered;
}
