import type { Storage } from '../../../testing/storage/storage.ts';
import { AssessOrders } from '../application/assess-orders.ts';
import { DisposableMail, type EuroRates } from '../application/ports.ts';
import { InMemoryBlockLists } from './in-memory-block-lists.ts';
import { InMemoryRiskRecords } from './in-memory-risk-records.ts';

class OneDisposableDomain extends DisposableMail {
  override isDisposable(domain: string): boolean {
    return domain === 'thrown-away.example';
  }
}

const RATES: EuroRates = { perEuro: { Eur: 1, Usd: 1.09, Gbp: 0.85, Pln: 4.27 } };

/** The use case on fakes, with the default policy. */
export function assessing(storage?: Storage) {
  const records = new InMemoryRiskRecords(storage);
  const blockLists = new InMemoryBlockLists();
  return { records, blockLists, assess: new AssessOrders(records, blockLists, new OneDisposableDomain(), RATES) };
}
