import { expect, test } from '@jest/globals';
import { securityHeaders } from './security-headers.ts';

test('no answer can be framed, have its type guessed, or run a script that is not a file of this API', async () => {
  const headers = await securityHeaders({ apiOrigin: 'http://localhost:3000' });
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
  const policy = new Map(
    (headers['content-security-policy'] ?? '').split(';').map((rule) => rule.trim().split(/ (.*)/s) as [string, string]),
  );
  expect(policy.get('default-src')).toBe("'none'");
  expect(policy.get('script-src')).toBe("'self'");
  expect(policy.get('frame-ancestors')).toBe("'none'");
  expect(headers).not.toHaveProperty('x-powered-by');
});

test.each([
  ['https://api.shop.example', 'max-age=31536000; includeSubDomains'],
  ['http://localhost:3000', undefined],
])('an API at %s answers with Strict-Transport-Security %s', async (apiOrigin, expected) => {
  expect((await securityHeaders({ apiOrigin }))['strict-transport-security']).toBe(expected);
});
