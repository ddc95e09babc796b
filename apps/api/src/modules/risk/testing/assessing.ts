import type { Storage } from '../../../testing/storage/storage.ts';
import { AssessOrders } from '../application/assess-orders.ts';
import { BlockListMatches, type Blockables, DisposableMail, type EuroRates } from '../application/ports.ts';
import type { Blockable } from '../domain/signals.ts';
import { InMemoryRiskRecords } from './in-memory-risk-records.ts';

/** Lists what a spec blocks. */
export class InMemoryBlockLists extends BlockListMatches {
  readonly listed = new Set<string>();
  readonly listedCountries = new Set<string>();

  override async of(orders: readonly Blockables[]): Promise<ReadonlyMap<string, readonly Blockable[]>> {
    const kinds = ['email', 'card', 'account'] as const;
    return new Map(orders.map((order) => [order.orderId, kinds.filter((kind) => this.listed.has(order[kind] ?? ''))]));
  }

  override async countries(codes: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(codes.filter((code) => this.listedCountries.has(code)));
  }
}

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
