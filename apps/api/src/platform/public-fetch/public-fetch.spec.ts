import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FetchFailed, FetchRefused } from './fetch-errors.ts';
import { fetchTarget } from './fetch-target.ts';
import { isPublicAddress } from './public-address.ts';
import { PublicFetch } from './public-fetch.ts';

describe('public addresses', () => {
  test.each(['8.8.8.8', '93.184.216.34', '2606:4700::6810:85e5', '2a00:1450:4001:80b::200e'])('%s belongs to the internet', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ['127.0.0.1', 'this computer'],
    ['0.0.0.0', 'this computer'],
    ['10.1.2.3', 'a private network'],
    ['172.16.0.1', 'a private network'],
    ['192.168.1.1', 'a private network'],
    ['169.254.169.254', 'metadata of a cloud'],
    ['168.63.129.16', 'services of a cloud for its machines'],
    ['100.64.0.1', 'a network behind a provider'],
    ['192.0.2.1', 'documentation'],
    ['198.18.0.1', 'measurements'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'this computer'],
    ['::1', 'this computer'],
    ['::ffff:127.0.0.1', 'IPv4, mapped'],
    ['::ffff:8.8.8.8', 'IPv4, mapped'],
    ['::127.0.0.1', 'IPv4, compatible'],
    ['64:ff9b::7f00:1', 'IPv4, by NAT64'],
    ['64:ff9b:1::a00:1', 'IPv4, by NAT64 of a network'],
    ['2002:7f00:1::', 'IPv4, by 6to4'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'IPv4, by Teredo'],
    ['fe80::1', 'a link'],
    ['fe80::1%eth0', 'a link with a zone'],
    ['fc00::1', 'a private network'],
    ['fec0::1', 'a private network of former times'],
    ['ff02::1', 'multicast'],
    ['2001:db8::1', 'documentation'],
    ['4000::1', 'nobody yet'],
    ['example.org', 'no number'],
    ['', 'nothing'],
  ])('%s does not: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('addresses that may be asked', () => {
  const allowed = new Set(['localhost', '[::1]']);

  test.each([
    'http://pictures.example/a.png',
    'https://pictures.example:443/a',
    'http://8.8.8.8/',
    'http://localhost:12111/a',
    'http://[::1]:9/',
  ])('%s may', (address) => {
    expect(fetchTarget(address, allowed).href).toBe(new URL(address).href);
  });

  test.each([
    'ftp://pictures.example/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    '//pictures.example/a.png',
    'https://user:secret@pictures.example/',
    'https://pictures.example:8443/a.png',
    'http://pictures.example:443/a.png',
    'http://127.0.0.1/',
    // All of these are 127.0.0.1.
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::ffff:7f00:1]/',
    'http://[::]/',
  ])('%s may not', (address) => {
    expect(() => fetchTarget(address, allowed)).toThrow(FetchRefused);
  });
});

describe('a fetch', () => {
  let server: Server;
  let asked: string[];
  const never = new AbortController().signal;
  const limits = { totalMs: 300, answerMs: 300, mostBytes: 1000, mostRedirects: 2 };
  const port = () => (server.address() as AddressInfo).port;
  const url = (path: string) => `http://pictures.example:${port()}${path}`;
  const allowing = (...hosts: string[]) => ({ allowedHosts: new Set(hosts), limits, accept: 'image/*' });
  const fetching = new PublicFetch({ ...allowing('pictures.example'), resolve: async () => [{ address: '127.0.0.1', family: 4 }] });

  beforeAll(async () => {
    asked = [];
    server = createServer((request, answer) => {
      asked.push(`${request.headers.host?.split(':')[0]} ${request.url}`);
      const [, path, rest] = /^\/(\w+)\/?(.*)$/.exec(request.url ?? '') ?? [];
      if (path === 'accept') answer.end(request.headers.accept);
      else if (path === 'to') answer.writeHead(302, { location: decodeURIComponent(rest ?? '') }).end();
      else if (path === 'size') answer.end(Buffer.alloc(Number(rest)));
      else if (path === 'endless') {
        const more = setInterval(() => answer.write(Buffer.alloc(400)), 1);
        answer.on('close', () => clearInterval(more));
      } else if (path === 'status') answer.writeHead(Number(rest)).end();
      else if (path !== 'silent') answer.end('content');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('connects to the number that was checked, and names the host', async () => {
    expect((await fetching.content(url('/file'), never)).toString()).toBe('content');
    expect(asked.at(-1)).toBe('pictures.example /file');
  });

  test('asks for the types that are wanted', async () => {
    expect((await fetching.content(url('/accept'), never)).toString()).toBe('image/*');
  });

  test('refuses a name of which one number is not public, and asks nothing', async () => {
    const mixed = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const before = asked.length;
    await expect(new PublicFetch({ ...allowing(), resolve: mixed }).content('http://rebound.example/', never)).rejects.toThrow(
      FetchRefused,
    );
    expect(asked).toHaveLength(before);
  });

  test('resolves a name once for a connection', async () => {
    let times = 0;
    const resolve = async () => {
      times += 1;
      return [{ address: times === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }];
    };
    await new PublicFetch({ ...allowing('pictures.example'), resolve }).content(url('/file'), never);
    expect(times).toBe(1);
  });

  test('follows redirects, and checks each address of them', async () => {
    const to = (address: string) => url(`/to/${encodeURIComponent(address)}`);
    expect((await fetching.content(to('/file'), never)).toString()).toBe('content');
    for (const address of [`http://127.0.0.1:${port()}/file`, 'http://169.254.169.254/', 'http://[::1]/', 'file:///etc/passwd', 'http://'])
      await expect(fetching.content(to(address), never)).rejects.toThrow(FetchRefused);
    const round = `/to/${encodeURIComponent('/file')}`;
    expect((await fetching.content(to(round), never)).toString()).toBe('content');
    await expect(fetching.content(to(`/to/${encodeURIComponent(round)}`), never)).rejects.toThrow('more than 2 redirects');
  });

  test('takes as much as is allowed, with and without a stated length', async () => {
    expect(await fetching.content(url('/size/1000'), never)).toHaveLength(1000);
    await expect(fetching.content(url('/size/1001'), never)).rejects.toThrow(FetchRefused);
    await expect(fetching.content(url('/endless'), never)).rejects.toThrow(FetchRefused);
  });

  test('fails, to be tried again, where the server is silent, absent or says no', async () => {
    for (const path of ['/silent', '/status/503', '/status/404'])
      await expect(fetching.content(url(path), never)).rejects.toThrow(FetchFailed);
    await expect(fetching.content('http://pictures.example:1/', never)).rejects.toThrow(FetchFailed);
    const unknown = new PublicFetch({ ...allowing(), resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    await expect(unknown.content('http://unknown.example/', never)).rejects.toThrow(FetchFailed);
    const hanging = new PublicFetch({ ...allowing(), resolve: () => new Promise(() => {}) });
    await expect(hanging.content('http://hanging.example/', never)).rejects.toThrow('took too long');
  });

  test('ends with the reason of who stops it', async () => {
    const stop = new AbortController();
    const fetched = fetching.content(url('/silent'), stop.signal);
    stop.abort(new Error('The worker ends.'));
    await expect(fetched).rejects.toThrow('The worker ends.');
  });
});
