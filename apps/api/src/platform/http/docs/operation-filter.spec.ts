import { expect, test } from '@jest/globals';
import { operationFilter, type TaggedOperations } from './operation-filter.ts';

type Operation = { method: string; path: string; summary: string; operationId: string };
type Held = Readonly<Record<string, readonly Operation[]>>;

/** As much of an Immutable.js map as the filter uses. */
function tagged(held: Held): TaggedOperations & { readonly held: Held } {
  const entries = (list: readonly Operation[]) => ({
    list,
    size: list.length,
    filter: (keep: (one: { get(name: string): unknown; getIn(path: readonly string[]): unknown }) => boolean) =>
      entries(list.filter((one) => keep({ get: (name) => one[name as 'path'], getIn: ([, name]) => one[name as 'summary'] }))),
  });
  type Entries = ReturnType<typeof entries>;
  const tag = (operations: Entries) => ({ get: () => operations, set: (_name: string, changed: unknown) => tag(changed as Entries) });
  const all = Object.entries(held);
  const withTags = (list: [string, Entries][]) => tagged(Object.fromEntries(list.map(([name, { list: of }]) => [name, of])));
  return {
    held,
    map: (change) => withTags(all.map(([name, list]) => [name, change(tag(entries(list)), name).get('operations') as never])),
    filter: (keep) => withTags(all.filter(([, list]) => keep(tag(entries(list)))).map(([name, list]) => [name, entries(list)])),
  };
}

const tags = tagged({
  'Ops · Orders': [
    { method: 'get', path: '/ops/orders', summary: 'Finds orders', operationId: 'listOpsOrders' },
    { method: 'post', path: '/ops/orders/{order}/refund', summary: 'Sends money back', operationId: 'refundOrder' },
  ],
  'Ops · Queue': [{ method: 'get', path: '/ops/queue', summary: 'Jobs by state', operationId: 'getQueues' }],
});

test.each([
  ['MONEY back', ['refundOrder']],
  ['/Refund', ['refundOrder']],
  ['ops · orders', ['listOpsOrders', 'refundOrder']],
  ['get orders', ['listOpsOrders']],
  ['jobs', ['getQueues']],
  ['getqueues', ['getQueues']],
  ['  jobs  ', ['getQueues']],
  ['money jobs', []],
])('"%s" shows %j, and no tag without any', (typed, shown) => {
  const { held } = operationFilter().fn.opsFilter(tags, typed) as typeof tags;
  expect(Object.values(held).flatMap((list) => list.map(({ operationId }) => operationId))).toEqual(shown);
  expect(Object.values(held).filter((list) => list.length === 0)).toEqual([]);
});

test('tags are open while something is typed, and as they were otherwise', () => {
  const created: { layoutSelectors: { isShown(): boolean } }[] = [];
  const React = { createElement: (_component: unknown, props: object) => void created.push(props as (typeof created)[0]) };
  const tag = operationFilter().wrapComponents.OperationTag('the original', { React });
  for (const typed of ['refund', ' ', true, 'true', null]) tag({ layoutSelectors: { currentFilter: () => typed, isShown: () => false } });
  expect(created.map(({ layoutSelectors }) => layoutSelectors.isShown())).toEqual([true, false, false, false, false]);
});
