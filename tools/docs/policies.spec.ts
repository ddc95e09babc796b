import { isIP } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import ipaddr from 'ipaddr.js';
import { environmentSchema } from '../../apps/api/src/platform/config/environment.ts';
import { SECRETS } from '../../apps/api/src/platform/config/secret-files.ts';
import { type Limit, limits } from '../../apps/api/src/platform/limits/limits.ts';
import { isPublicAddress } from '../../apps/api/src/platform/public-fetch/public-address.ts';
import { shippedSources } from '../gates/shipped.ts';
import { blocksOf, rowsOf, textOf } from './markdown.ts';

const shipped = shippedSources()
  .filter((path) => !path.startsWith('apps/api/src/demo/'))
  .map((path) => ({ path, text: textOf(path) }));

/** Rows of a page whose second cell is the name of a constant and whose third its value: what they say, and what the code says. */
function constantsOf(page: string, folder: string, columns: readonly [file: number, name: number, value: number]) {
  const rows = rowsOf(page).map((row) => columns.map((column) => (row[column] ?? '').replaceAll('`', '')));
  const named = rows.filter(([file = '', name = '']) => file.endsWith('.ts') && /^[A-Z_]+$/.test(name));
  const valueIn = (file: string, name: string) => {
    const [, product = 'none'] = new RegExp(`\\bconst ${name} = ([\\d_* ]+);`).exec(textOf(join(folder, file))) ?? [];
    return product.split('*').reduce((value, factor) => value * Number(factor.replaceAll('_', '')), 1);
  };
  return {
    said: named.map(([file, name, value]) => `${file} ${name} ${value}`),
    real: named.map(([file = '', name = '']) => `${file} ${name} ${valueIn(file, name)}`),
  };
}

test('outgoing connections are opened by the code that the page of processes names, and by no other', () => {
  const opens =
    /await fetch\(|new pg\.(?:Client|Pool)\(|createTransport\(|clientUrl:|url: config\.redisUrl|new OTLPTraceExporter\(|await request\(|new Stripe\(|new S3mini\(|from 'passport-(?!jwt)|\bconnect\(\{ (?:host|port)/;
  const named = rowsOf('docs/reference/processes.md').flatMap(([file = '']) => (/^apps\/\S+\.ts$/.test(file) ? [file] : []));
  expect(named).toEqual(shipped.flatMap(({ path, text }) => (opens.test(text) ? [path] : [])).toSorted());
});

test('every host that the API calls, and every setting that names one, is among the outgoing connections, and none that it does not', () => {
  // Browsers are sent there, or a document names them: nobody calls them from here.
  const forBrowsers =
    /^(?:accounts\.google|www\.facebook|dashboard\.stripe|schema|docs\.|developers\.|js\.hcaptcha|www\.gstatic|recaptcha\.)/;
  // What DTOs and pages of documentation show are examples.
  const config = shipped.filter(({ path }) => path.startsWith('apps/api/src/') && !/\.dto\.ts$|\/http\/docs\//.test(path));
  const literals = config.flatMap(({ text }) =>
    [...text.replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, '').matchAll(/['`]https:\/\/([a-z0-9.-]+\.(?:com|net|org))(?=[/'`])/g)].map(
      ([, host = '']) => host,
    ),
  );
  const called = [...new Set([...literals.filter((host) => !forBrowsers.test(host)), 'api.stripe.com', 'files.stripe.com'])];
  const [, page = ''] = textOf('docs/reference/processes.md').split('## Outgoing connections');
  const listed = [...page.matchAll(/`((?:[a-z0-9-]+\.)+(?:com|net|org))`/g)].map(([, host]) => host);
  expect(called.length).toBeGreaterThan(9);
  expect(listed.toSorted()).toEqual(called.toSorted());
  // Of the stand-ins, which production refuses or does not know.
  const ofTests = ['IDENTITY_STAND_IN_URL', 'CAPTCHA_VERIFY_URL'];
  const settings = Object.keys(environmentSchema(true).shape).filter((name) => /_URLS?$|_ENDPOINT$/.test(name) && !ofTests.includes(name));
  expect([...page.matchAll(/`([A-Z0-9]+_[A-Z0-9_]+)`/g)].map(([, name]) => name).toSorted()).toEqual(settings.toSorted());
});

/** Whether the firewall of the manual drops a new connection to an address at port 443, which is open where no earlier rule drops. */
function isDropped(rules: readonly string[], address: string): boolean {
  const family = isIP(address) === 4 ? 'ip' : 'ip6';
  return rules.some((rule) => {
    const [, of, not, networks = ''] = /^(ip6?) daddr (!= )?\{? ?([^{}]+?) ?\}? drop$/.exec(rule) ?? [];
    if (of !== family) return false;
    const within = networks.split(', ').some((network) => ipaddr.parse(address).match(ipaddr.parseCIDR(network)));
    return within !== (not !== undefined);
  });
}

test('the firewall of the manual lets replies, this computer and DNS through before it drops, and drops every private network', () => {
  const [block = ''] = blocksOf('docs/how-to/operators/limit-outgoing-connections.md', 'nft');
  const [, chain = ''] = /chain shop \{\n([\s\S]*?)\n *\}\n/.exec(block) ?? [];
  const rules = chain.split('\n').flatMap((line) => (/^ *#/.test(line) ? [] : [line.trim()]));
  expect(rules.slice(0, 2)).toEqual(['ct state established,related accept', 'oifname "lo" accept']);
  expect(rules.at(-1)).toBe('drop');
  const dns = rules.findIndex((rule) => rule.endsWith('meta l4proto { tcp, udp } th dport 53 accept'));
  expect(dns).toBeGreaterThan(0);
  expect(dns).toBeLessThan(rules.findIndex((rule) => rule.endsWith('drop')));
  const own = ['10.1.2.3', '172.31.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', 'fd12::1', 'fe80::1', '64:ff9b::a00:1'];
  const others = ['1.1.1.1', '172.32.0.1', '2606:4700::1111'];
  expect([...own, ...others].filter((address) => isPublicAddress(address))).toEqual(others);
  expect([...own, ...others].filter((address) => isDropped(rules, address))).toEqual(own);
});

test('the life of every secret of the settings is described: what makes it, how long it is used, and how it ends', () => {
  const rows = rowsOf('docs/reference/cryptography.md').filter((row) => row.length === 5);
  const described = rows.flatMap(([names = '', ...cells]) =>
    cells.every((cell) => cell !== '') ? [...names.matchAll(/[A-Z0-9]+_[A-Z0-9_]+/g)].map(([name]) => name) : [],
  );
  expect(described.toSorted()).toEqual([...SECRETS].toSorted());
});

test('logins are opened by the ways that the page names, under limits that there are, and come from its sites alone', () => {
  const rows = rowsOf('docs/reference/authentication.md');
  const opening = shipped.filter(({ path, text }) => path.includes('/users/application/') && /\bsessions\.open\(/.test(text));
  const ways = rows.filter(([file = '']) => /^[a-z-]+\.ts$/.test(file));
  expect(ways.map(([file]) => file).toSorted()).toEqual(opening.map(({ path }) => path.split('/').at(-1)).toSorted());
  const controllers = shipped.filter(({ path }) => /users\/.*controller\.ts$/.test(path)).map(({ text }) => text);
  const limited = controllers.flatMap((text) => [...text.matchAll(/@Limited\('([a-z-]+)'\)/g)].map(([, name]) => name));
  expect(ways.map(([, , , limit = '']) => limit).filter((limit) => !limited.includes(limit))).toEqual([]);
  const [, real = ''] = /const real = \{([\s\S]*?)\n\} as const/.exec(textOf('apps/api/src/platform/config/social-settings.ts')) ?? [];
  const sites = [...real.matchAll(/^ {2}(\w+): \{/gm)].map(([, site]) => site);
  expect(rows.flatMap(([site = '', , here]) => (here !== undefined && /^(?!Site)[a-z]+$/.test(site) ? [site] : []))).toEqual(sites);
});

test('logins, links and ways to other sites live as long as the page says', () => {
  const { said, real } = constantsOf('docs/reference/authentication.md', 'apps/api/src', [0, 1, 2]);
  expect(said.length).toBe(8);
  expect(said).toEqual(real);
});

test('expensive work is bounded as its page says, and every limit of a call is there', () => {
  const page = 'docs/reference/expensive-work.md';
  const { said, real } = constantsOf(page, '', [1, 2, 3]);
  expect(said.length).toBeGreaterThan(20);
  expect(said).toEqual(real);
  const of = ([name, limit]: [string, Limit]) =>
    [name, limit.windowMs / 60_000, limit.perNetwork, limit.perEmailAndNetwork ?? '', limit.perCaller ?? ''].map(String);
  const rows = rowsOf(page).filter(([, minutes = '', ...rest]) => rest.length === 3 && /^\d+$/.test(minutes));
  expect(rows).toEqual(Object.entries(limits).map(of));
});

const WORDS = new Set('check is not null or and in lower between length octet_length true false'.split(' '));

/** The checks of migrations over more than one column. */
function combinedChecks(): string[] {
  return shipped
    .filter(({ path }) => /^apps\/api\/src\/migrations\/[a-z-]+\d+\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/\bcheck \(/g)].map(({ index }) => bracketed(text.slice(index + 'check '.length))))
    .filter((check) => {
      const columns = check.replaceAll(/'[^']*'|\$\{\w+\}/g, '').match(/[a-z_]{2,}/g) ?? [];
      return new Set(columns.filter((word) => !WORDS.has(word))).size > 1;
    });
}

/** What is within the bracket that `text` begins with. */
function bracketed(text: string): string {
  let depth = 0;
  const end = [...text].findIndex((character) => {
    depth += Number(character === '(') - Number(character === ')');
    return depth === 0;
  });
  return text.slice(1, end).replaceAll(/\s+/g, ' ').trim();
}

test('every rule about combined values of database and settings is on its page, and each sentence of a refusal is in its file', () => {
  const rows = rowsOf('docs/reference/combined-values.md');
  const checks = combinedChecks();
  expect(checks.length).toBeGreaterThan(10);
  const isCheck = (cell: string) => /[=>]| not null\b| is null\b/.test(cell);
  const sentences = rows.filter(([, , file = '']) => file.endsWith('.ts'));
  const listed = rows.filter((row) => !sentences.includes(row)).map(([first = '']) => first);
  expect(listed.filter(isCheck).toSorted()).toEqual([...new Set(checks)].toSorted());
  const rules = shipped
    .filter(({ path }) => path.includes('/platform/config/'))
    .flatMap(({ text }) => [...text.matchAll(/export function (\w+Problems|with\w+Files)\(/g)].map(([, name = '']) => name));
  expect(listed.filter((name) => /^[a-z]\w+$/.test(name)).toSorted()).toEqual(rules.toSorted());
  expect(sentences.length).toBeGreaterThan(10);
  expect(sentences.filter(([, sentence = '', file = '']) => !textOf(join('apps/api/src', file)).includes(sentence))).toEqual([]);
});
