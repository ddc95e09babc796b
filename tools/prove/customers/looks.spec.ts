import { expect, test } from '@jest/globals';
import { Looks } from './looks.ts';

const GUEST_PAGE = 'order/guest/1-abc';
const answers: Readonly<Record<string, unknown>> = {
  'order/started/cs_1': { token: '1-abc' },
  order: [
    { _id: 'o2', status: 'Refunded' },
    { _id: 'o1', status: 'Processing' },
  ],
  [GUEST_PAGE]: { order: { _id: 'o1', status: 'Completed' }, keys: [{ key: 'A' }] },
  'order/o1/keys': { order: { _id: 'o1', status: 'Completed' }, keys: [{ key: 'A' }] },
};

function take(looks: Looks, count: number) {
  return Array.from({ length: count }, () => {
    const path = looks.next();
    return { path, seen: looks.seenIn(path, JSON.stringify(answers[path])) };
  });
}

test('the link is waited for, and a guest reads the page of the order', () => {
  const looks = new Looks('cs_1', false);
  expect(looks.seenIn(looks.next(), '{"token":null}')).toBeNull();
  const seen = { status: 'Completed', keys: ['A'] };
  expect(take(looks, 3)).toEqual([
    { path: 'order/started/cs_1', seen: null },
    { path: GUEST_PAGE, seen },
    { path: GUEST_PAGE, seen },
  ]);
});

test('who has an account reads its list, the page and the order in the account in turn', () => {
  const looks = new Looks('cs_1', true);
  const looked = take(looks, 6);
  expect(looked.map(({ path }) => path)).toEqual(['order/started/cs_1', 'order', GUEST_PAGE, 'order/o1/keys', 'order', GUEST_PAGE]);
  expect(looked[0]?.seen).toEqual({ status: 'Paid', keys: [], from: 'link' });
  expect(looked[4]?.seen).toEqual({ status: 'Processing', keys: [], from: 'list' });
  expect(looks.seenIn('order', '[]')).toEqual({ status: 'Missing', keys: [], from: 'list' });
});
