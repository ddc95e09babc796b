import { expect, test } from '@jest/globals';
import { numbered } from './named-values.ts';

const now = new Date(0);
const values = { account: 'ada', emails: ['a@b.co'], ids: ['1'], pseudonym: null, now, until: now };

test('each name becomes one typed parameter, however often it stands there, and casts stay as they are', () => {
  expect(numbered(`select id::text from t where user_id = :account or email = any(:emails) or owner = :account`, values)).toEqual({
    text: 'select id::text from t where user_id = $1::text or email = any($2::text[]) or owner = $1::text',
    parameters: ['ada', ['a@b.co']],
  });
});
