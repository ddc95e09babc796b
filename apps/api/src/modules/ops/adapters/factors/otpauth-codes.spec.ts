import { expect, test } from '@jest/globals';
import { OtpauthCodes } from './otpauth-codes.ts';

const codes = new OtpauthCodes();
/** The secret of RFC 6238, appendix B, `12345678901234567890`. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
])('at %i seconds the code of RFC 6238 is %s', (seconds, code, step) => {
  expect(codes.stepOf(SECRET, code, new Date(seconds * 1000))).toBe(step);
});

test('a code is good one step early or late, and not two', () => {
  const at = (seconds: number) => codes.stepOf(SECRET, '081804', new Date((1_111_111_109 + seconds) * 1000));
  expect([at(-60), at(-30), at(0), at(30), at(60)]).toEqual([null, 37_037_036, 37_037_036, 37_037_036, null]);
});

test.each(['', '81804', '0818040', '08180x', ' 081804', '٠٨١٨٠٤'])('"%s" is no code', (code) => {
  expect(codes.stepOf(SECRET, code, new Date(1_111_111_109_000))).toBeNull();
});

test('a secret has 160 random bits and a name in its address', () => {
  const [one, other] = [codes.newSecret(), codes.newSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  expect(codes.addressOf(one, 'ada b')).toBe(
    `otpauth://totp/Keyturn:ada%20b?issuer=Keyturn&secret=${one}&algorithm=SHA1&digits=6&period=30`,
  );
});
