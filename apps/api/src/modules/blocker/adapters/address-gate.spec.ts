import { afterEach, expect, jest, test } from '@jest/globals';
import type { HttpAdapterHost } from '@nestjs/core';
import type { Notifications } from '../../../platform/database/notifications.ts';
import type { Blocks } from '../application/blocks.ts';
import { AddressGate } from './address-gate.ts';

afterEach(() => {
  jest.useRealTimers();
});

async function openGate() {
  jest.useFakeTimers();
  const looks: ((networks: string[]) => void)[] = [];
  const blocks: Blocks = { networks: () => new Promise((resolve) => looks.push(resolve)), countries: async () => [] };
  let changed = () => {};
  const notifications = { listen: (_channel: string, handler: () => void) => (changed = handler) } as unknown as Notifications;
  const fastify = { getType: () => 'fastify', getInstance: () => ({ addHook: () => undefined }) };
  const gate = new AddressGate(blocks, notifications, { httpAdapter: fastify } as unknown as HttpAdapterHost);
  const opened = gate.onModuleInit();
  looks[0]?.(['192.0.2.0/24']);
  await opened;
  return { gate, looks, changed: () => changed() };
}

test('the list is read again when it has changed, and every half minute', async () => {
  const { gate, looks, changed } = await openGate();
  expect([gate.isBlocked('192.0.2.7'), gate.isBlocked('198.51.100.7')]).toEqual([true, false]);
  changed();
  looks[1]?.(['198.51.100.7']);
  await jest.advanceTimersByTimeAsync(30_000);
  expect([gate.isBlocked('192.0.2.7'), gate.isBlocked('198.51.100.7')]).toEqual([false, true]);
  expect(looks).toHaveLength(3);
});

test('a shutdown waits for the question that is on its way, and no other follows', async () => {
  const { gate, looks, changed } = await openGate();
  changed();
  let isOver = false;
  const closing = gate.beforeApplicationShutdown().then(() => (isOver = true));
  await jest.advanceTimersByTimeAsync(60_000);
  changed();
  expect([isOver, looks.length]).toEqual([false, 2]);
  looks[1]?.([]);
  await closing;
});
