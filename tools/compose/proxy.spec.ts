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
  services: { proxy: { environment: Record<string, string>; volumes: string[] } };
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

test('headers have as much room as at Node', () => {
  expect([caddyfile.match(/max_header_size (\S+)/)?.[1], maxHeaderSize]).toEqual(['16KiB', 16 * 1024]);
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
