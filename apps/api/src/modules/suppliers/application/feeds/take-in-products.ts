import { Injectable } from '@nestjs/common';
import { ImportCatalogue } from '../../../catalog/index.ts';
import type { SupplierName } from '../ports.ts';
import { SyncRules } from './syncs.ts';

/** What the catalogue made of the lines of a feed. */
interface TakenIn {
  readonly created: number;
  readonly updated: number;
  readonly rejected: number;
}

/** Imports the products of a supplier's feed, where the settings say so: whichever synchronisation brought them. */
@Injectable()
export class TakeInProducts {
  constructor(
    private readonly importCatalogue: ImportCatalogue,
    private readonly rules: SyncRules,
  ) {}

  /** In transactions of its own. What stored products cost follows from offers, where a cost that seems wrong is held. */
  async run(supplier: SupplierName, lines: readonly string[]): Promise<TakenIn> {
    if (!this.rules.importsProducts || lines.length === 0) return { created: 0, updated: 0, rejected: 0 };
    const feed = async function* () {
      for (const [index, text] of lines.entries()) yield { number: index + 1, text };
    };
    const ignored = { rejected: () => undefined, progressed: () => undefined };
    return this.importCatalogue.run(feed(), `supplier:${supplier}`, ignored, { keepsPrices: true });
  }
}
