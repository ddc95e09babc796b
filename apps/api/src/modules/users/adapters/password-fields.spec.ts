import { expect, test } from '@jest/globals';
import { InputValidation } from '../../../platform/http/requests/validation.ts';
import { SignupRequest } from './users.dto.ts';

const taken = (password: string) =>
  new InputValidation()
    .transform({ username: 'Ada', lastname: 'Buyer', email: 'ada@example.com', password }, { type: 'body', metatype: SignupRequest })
    .then(
      (kept) => (kept as SignupRequest).password,
      () => null,
    );

test('a password of 128 characters is taken to its last one, blanks included, and a longer one is refused', async () => {
  const longest = ` Füße ${'x1 '.repeat(40)}~!`.padEnd(128, '.');
  expect([longest.length, await taken(longest)]).toEqual([128, longest]);
  expect(await taken(`${longest}.`)).toBeNull();
});
