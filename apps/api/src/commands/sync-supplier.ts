import { setTimeout } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { SteerSuppliers, SUPPLIER_NAMES, SyncOffers, type SyncReport, Syncs } from '../modules/suppliers/index.ts';
import { DomainError } from '../shared/domain-error.ts';
import { commandOperator } from './command-operator.ts';

const LOOK_EVERY_MS = 1000;

/** What a command says at its end: on the standard output where its exit code is 0, else as an error. */
export interface CommandEnd {
  readonly exitCode: 0 | 1;
  readonly says: string;
}

const ACCEPT_FEWER = /^--accept-fewer=(\d{1,9})$/;

/** Reads all offers of a supplier now. One that is under way is waited for. `args`: the supplier's name, and `--accept-fewer=60`. */
export async function syncSupplier(app: INestApplicationContext, args: readonly string[]): Promise<CommandEnd> {
  const [fewestAccepted] = args.flatMap((arg) => ACCEPT_FEWER.exec(arg)?.[1] ?? []).map(Number);
  const [name] = args.filter((arg) => !ACCEPT_FEWER.test(arg));
  const known = SUPPLIER_NAMES.find((one) => one === name);
  if (name === undefined || known === undefined) {
    const problem = name === undefined ? 'Name the supplier' : `There is no supplier "${name}". Name one of ${SUPPLIER_NAMES.join(', ')}`;
    return { exitCode: 1, says: `${problem}: npm run suppliers:sync -- kinguin` };
  }
  try {
    const act = { by: commandOperator('suppliers-sync'), reason: `npm run suppliers:sync -- ${args.join(' ')}` };
    const id = await app.get(SteerSuppliers, { strict: false }).sync(name, fewestAccepted, act);
    for (;;) {
      // A worker may have it.
      await app.get(SyncOffers, { strict: false }).one([known]);
      const end = endOf(await app.get(Syncs, { strict: false }).ofId(id));
      if (end) return end;
      await setTimeout(LOOK_EVERY_MS);
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { exitCode: 1, says: error.message };
  }
}

/** Null while it goes on. */
function endOf(report: SyncReport | null): CommandEnd | null {
  if (report === null) return { exitCode: 1, says: 'It was deleted.' };
  const { state, failure, products, offers, skipped, created, updated, repriced, removed } = report;
  if (state === 'done') {
    const parts = [`${created} created`, `${updated} updated`, `${repriced} repriced`, `${removed} offers removed`, `${skipped} skipped`];
    return { exitCode: 0, says: `${products} products, ${offers} offers: ${parts.join(', ')}` };
  }
  return failure === null ? null : { exitCode: 1, says: failure };
}
