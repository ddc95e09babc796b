import { expect, test } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { CartDto } from './cart.dto.ts';

test('of a cart with too many lines one beyond the limit is read, which refuses it', async () => {
  const line = { item: { _id: '1', type: 'game' }, quantity: 1 };
  const cart = plainToInstance(CartDto, { currency: 'EUR', cart: Array.from({ length: 20_000 }, () => line) });
  expect(cart.cart).toHaveLength(101);
  expect((await validate(cart)).map(({ constraints }) => constraints)).toEqual([{ arrayMaxSize: 'cart must hold at most 100 lines.' }]);
});
