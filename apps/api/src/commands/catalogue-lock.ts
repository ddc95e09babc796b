import { setTimeout } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { CatalogueLock } from '../modules/catalog/index.ts';

const LOOK_EVERY_MS = 1000;

/** Runs imports and repricings with the catalogue lock, and prints a message while it waits. */
export async function inCatalogueLock(app: INestApplicationContext, work: () => Promise<void>): Promise<void> {
  const lock = app.get(CatalogueLock, { strict: false });
  for (let isNotified = false; !(await lock.tryRun(work)); isNotified = true) {
    if (!isNotified) process.stdout.write('Another import or repricing is under way: waiting for its end.\n');
    await setTimeout(LOOK_EVERY_MS);
  }
}
