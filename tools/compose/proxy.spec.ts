import { readFileSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { join } from 'node:path';
import { DEFAULT_MIN_VERSION } from 'node:tls';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { shippedSources } from '../gates/shipped.ts';
import { root } from '../shared/paths.ts';
import { composeText } from './compose-file.ts';

const text = (path: string) => readFileSync(join(root, path), 'utf8');
const caddyfile = text('docker/Caddyfile');
/** Sites and snippets by their address; the global options under ''. */
const blocks = Object.fromEntries(
  [...caddyfile.matchAll(/^(\S*(?: \S+)*? ?)\{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => [name.trim(), body]),
);
const { services } = parse(composeText) as {
  services: { proxy: { environment: Record<string, string>; volumes: string[]; ports: string[]; mem_limit: string } };
};

test('the proxy takes TLS 1.2 and 1.3 alone for every name, with its own choice of ciphers', () => {
  const withTls = Object.keys(blocks).filter((name) => /^\ttls\b/m.test(blocks[name] ?? ''));
  // One policy for all names: a second one would take the place of this one for its site.
  expect(withTls).toEqual(['https://']);
  expect(blocks['https://']).toMatch(/^\ttls \{\n\t\tprotocols tls1\.2 tls1\.3\n\t\}$/m);
  expect(caddyfile).not.toMatch(/\bciphers\b/);
});

test('Node’s own calls use TLS 1.2 or later: neither code nor image nor scripts lower it', () => {
  expect(DEFAULT_MIN_VERSION).toBe('TLSv1.2');
  const places = ['Dockerfile', 'docker-compose.yml', 'package.json', ...shippedSources()];
  expect(places.length).toBeGreaterThan(400);
  const lowered = /--tls-m(?:in|ax)|--tls-cipher|\b(?:minVersion|maxVersion|secureProtocol|ciphers):|DEFAULT_(?:MIN_VERSION|CIPHERS) =/;
  expect(places.filter((path) => lowered.test(text(path)))).toEqual([]);
});

test('certificates are public ones, and kept over restarts: the proxy makes none of its own', () => {
  expect(caddyfile).not.toMatch(/\blocal_certs\b|\bissuer\b|\bacme_ca\b|\btls (?:internal|\S+\.pem)/);
  expect(services.proxy.volumes).toContain('certificates:/data');
});

test('a page that is asked for by http leads to https, and a call of the API is refused there', () => {
  expect(blocks['']).toMatch(/^\tauto_https disable_redirects$/m);
  expect(blocks['http://']?.trim().split('\n\t')).toEqual([
    '@page expression `"https://" + {http.request.host} == "{$STOREFRONT_ORIGIN}"`',
    'redir @page {$STOREFRONT_ORIGIN}{uri} 308',
    'respond "Use https." 403',
  ]);
  expect(caddyfile.match(/^\s*redir\b/gm)).toHaveLength(1);
  expect(services.proxy.environment.STOREFRONT_ORIGIN).toMatch(/^\$\{STOREFRONT_ORIGIN:\?/);
});

test('no error takes a replica away from everybody: clients can cause errors at all of them', () => {
  expect(caddyfile).not.toMatch(/\b(?:fail_duration|max_fails|unhealthy_\w+)\b/);
  // In turn: the one with the fewest connections is the one that is away, each time.
  expect(blocks['(next_replica)']?.trim().split('\n\t')).toEqual(['lb_policy round_robin', 'lb_try_duration 5s']);
  for (const name of ['(api)', '(storefront)'])
    expect([name, blocks[name]]).toEqual([name, expect.stringContaining('\t\timport next_replica\n')]);
});

/** What `servers` says for each port, '' being all others, in the order of the file: the first that fits a port holds. */
const servers = [...caddyfile.matchAll(/^\tservers ?(\S*) \{\n([\s\S]*?)^\t\}/gm)].map(([, port = '', body = '']) => ({ port, body }));

test('headers have as much room as at Node, and nobody’s X-Forwarded-For is taken, at every port', () => {
  expect(maxHeaderSize).toBe(16 * 1024);
  expect(servers.map(({ port }) => port)).toEqual([':3001', '']);
  for (const { body } of servers) {
    expect(body).toMatch(/^\t\tmax_header_size 16KiB$/m);
    expect(body).toMatch(/^\t\ttrusted_proxies static \{\$TRUSTED_PROXIES:127\.0\.0\.1\/32\}$/m);
  }
});

test('an answer that nobody reads ends, after more time than a request may take; files of the staff have no such end', () => {
  const minutes = servers.map(({ body }) => /^\t\ttimeouts \{\n\t\t\twrite (\d+)m\n\t\t\}$/m.exec(body)?.[1]);
  expect(minutes).toEqual([undefined, '4']);
  // The files of the staff leave this computer by a tunnel alone.
  expect(services.proxy.ports.filter((port) => port.endsWith(':3001'))).toEqual(['127.0.0.1:3001:3001']);
});

test('the proxy has room for three thousand answers at a time that nobody reads', () => {
  expect(services.proxy.mem_limit).toBe('512m');
});

test('API and storefront have a host name each', () => {
  const { API_ADDRESS = '', STOREFRONT_ADDRESS = '' } = services.proxy.environment;
  expect([API_ADDRESS, STOREFRONT_ADDRESS]).toEqual([
    '${API_ADDRESS:-http://api.localhost}',
    '${STOREFRONT_ADDRESS:-http://shop.localhost}',
  ]);
  expect(blocks['{$API_ADDRESS}']).toMatch(/^\timport api 3000\n$/);
  expect(blocks['{$STOREFRONT_ADDRESS}']).toMatch(/^\timport storefront\n$/);
});
