import { expect, test } from '@jest/globals';
import { orderNumberFrom } from './order-number.ts';

test.each(['K774276478', 'k774276478', 'K774 276 478', '774276478', '774-276-478', '#K774.276.478', ' K 774276478\u00A0'])(
  '%j is the number K774276478',
  (text) => {
    expect(orderNumberFrom(text)).toBe('K774276478');
  },
);

test('what is no number stays none', () => {
  expect(['Ada', '', '…'].map(orderNumberFrom)).toEqual(['ADA', '', '']);
});
