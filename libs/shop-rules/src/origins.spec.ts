import { expect, test } from '@jest/globals';
import { isEncryptedOrLocal } from './origins.ts';

test.each(['https://shop.example', 'http://localhost:4200', 'http://shop.localhost', 'http://127.0.0.1', 'http://[::1]:3000'])(
  '%s may stand in production',
  (address) => {
    expect(isEncryptedOrLocal(address)).toBe(true);
  },
);

test.each(['http://shop.example', 'http://localhost.example', 'http://notlocalhost', 'http://127.0.0.1.example', 'http://10.0.0.7'])(
  '%s sends in the clear',
  (address) => {
    expect(isEncryptedOrLocal(address)).toBe(false);
  },
);
