import { expect, test } from '@jest/globals';
import { textOf } from './markdown.ts';

/** What the guide tells operators to subscribe to; a name may end with `*`. */
const guide = textOf('docs/how-to/operators/connect-stripe.md');
const subscribed = [...guide.slice(0, guide.indexOf('\n3. ')).matchAll(/`([a-z_]+(?:\.[a-z_]+)*\.[a-z_*]+)`/g)].map(
  ([, name = '']) => name,
);
const isMeant = (type: string, name: string) => (name.endsWith('*') ? type.startsWith(name.slice(0, -1)) : type === name);
/** Types of events in a list of the code. */
const typesIn = (path: string) => [...textOf(path).matchAll(/^ {2}'([a-z_]+(?:\.[a-z_]+)+)',$/gm)].map(([, type = '']) => type);

test.each([
  ['the shop asks for again', 'apps/api/src/modules/payments/adapters/stripe/subscribed-events.ts'],
  ['the stand-in sends webhooks of', 'apps/sandbox/src/stripe/events.ts'],
])('the events that %s are those that the guide has operators subscribe to', (_what, path) => {
  const types = typesIn(path);
  expect(subscribed.filter((name) => !types.some((type) => isMeant(type, name)))).toEqual([]);
  expect(types.filter((type) => !subscribed.some((name) => isMeant(type, name)))).toEqual([]);
});

test('the shop asks for all events again of which the stand-in sends webhooks', () => {
  const [asked, sent] = ['apps/api/src/modules/payments/adapters/stripe/subscribed-events.ts', 'apps/sandbox/src/stripe/events.ts'].map(
    typesIn,
  );
  expect(sent?.length).toBeGreaterThan(10);
  expect(asked?.toSorted()).toEqual(sent?.toSorted());
});
