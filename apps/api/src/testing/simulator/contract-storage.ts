import { Scheduler } from './scheduler.ts';
import { scheduled, SimulatedTransaction, TransactionalStorage } from './transactional-storage.ts';

/** Nobody decides who goes on: a contract waits for what it wants to see. */
class InNoOrder extends Scheduler {
  override pause(): Promise<void> {
    return new Promise((resume) => setImmediate(resume));
  }
}

/** The storage of a world for contracts of its fakes: with transactions that roll back, in which nothing fails by itself. */
export function contractStorage() {
  const scheduler = new InNoOrder(() => 0, Number.POSITIVE_INFINITY);
  const storage = new TransactionalStorage(scheduler);
  const transaction = new SimulatedTransaction(storage, () => false);
  return {
    storage,
    transaction,
    inTransaction: <T>(work: () => Promise<T>): Promise<T> => transaction.run(work),
    /** A port as the processes of a world have it: a call outside of transactions is one of its own. */
    port: <Port extends object>(one: Port): Port => scheduled(one, 'port', storage, scheduler),
  };
}
