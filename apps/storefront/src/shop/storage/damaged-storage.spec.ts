import { expect, jest, test } from '@jest/globals';
import { createShopStore } from '../../app/store.ts';
import { persistState } from './persist-state.ts';

/** Local storage belongs to the visitor, and may contain anything. */

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8').toString('base64');
const cartOf = (...lines: unknown[]) => encoded({ v: 1, lines });

test.each([
  ['idt', 'no base64', '%%% not base64 \u0000 🎮'],
  ['idt', 'base64 of no JSON', Buffer.from('{"v":1,"lines":[').toString('base64')],
  ['idt', 'base64 of broken UTF-8', Buffer.from([0xff, 0xfe, 0xc3, 0x28]).toString('base64')],
  ['idt', 'null', encoded(null)],
  ['idt', 'another version', encoded({ v: 99, lines: [] })],
  ['idt', 'lines that are no list', encoded({ v: 1, lines: { length: 3 } })],
  ['idt', 'lines of every wrong kind', cartOf(null, 1, 'x', [], {}, { item: {} }, { item: { _id: {} }, prices: null, quantity: '9' })],
  ['idt', 'a poisoned prototype', Buffer.from('{"v":1,"lines":[{"__proto__":{"quantity":7}}]}').toString('base64')],
  ['idt', 'quantities beyond sense', cartOf(...[-1, 0, 1.5, 1e9, null].map((quantity) => ({ item: { _id: '1', name: 'A' }, quantity })))],
  ['idt', 'ten thousand levels', Buffer.from('['.repeat(10_000)).toString('base64')],
  ['wishlist', 'no JSON', '{oops'],
  ['wishlist', 'null', 'null'],
  ['wishlist', 'no list', '{"length":2,"0":{}}'],
  ['wishlist', 'entries of every wrong kind', '[null,7,"x",[],{},{"_id":5,"name":"A","type":"game"},{"_id":"","name":"A","type":"game"}]'],
  ['wishlist', 'a script', '<script>alert(1)</script>'],
  ['currency', 'nothing', ''],
  ['currency', 'another currency', 'Chf'],
  ['currency', 'another letter case and blanks', ' eur '],
  ['currency', 'another spelling of a currency', 'USD'],
  ['currency', 'a name of every object', '__proto__'],
  ['country', 'a name of every object', '__proto__'],
  ['country', 'a script', '"><img src=x onerror=alert(1)>'],
  ['currency', 'a script', '"><img src=x onerror=alert(1)>'],
])('%s that holds %s is as good as none, and nothing is thrown or said', (key, _what, value) => {
  const said = jest.spyOn(console, 'error');
  const fresh = createShopStore().getState();
  localStorage.setItem(key, value);
  const store = createShopStore();
  persistState(store)();
  expect(store.getState()).toEqual(fresh);
  expect(fresh).toMatchObject({ cart: { lines: [] }, wishlist: { entries: [] }, currency: { chosen: 'Eur' } });
  if (key === 'currency') expect(localStorage.getItem('currency')).toBe('Eur');
  expect(said).not.toHaveBeenCalled();
  said.mockRestore();
});
