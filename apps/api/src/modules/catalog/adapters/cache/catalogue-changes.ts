import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Notifications } from '../../../../platform/database/notifications.ts';
import { ReplicaReads } from '../../../../platform/database/replicas/replica-reads.ts';
import { CATALOGUE_CHANNEL, STOCK_ALONE } from '../writes/listing-sql.ts';

/** Imports and constant sales notify of changes all the time: without batching, caches and replicas would never be used. */
const MOST_OFTEN_MS = 100;

type Listener = (isStockAlone: boolean) => void;

/**
 * Notifies caches of the catalogue of changes: the first at once, those of the next tenth of a second together. Reads that begin after it
 * show the change, whichever database answers.
 */
@Injectable()
export class CatalogueChanges implements OnModuleInit {
  private readonly listeners = new Set<Listener>();
  private pending: 'nothing' | 'stock' | 'all' = 'nothing';
  private pause: NodeJS.Timeout | null = null;

  constructor(
    private readonly notifications: Notifications,
    private readonly replicas: ReplicaReads,
  ) {}

  onModuleInit(): void {
    this.notifications.listen(CATALOGUE_CHANNEL, (change) => {
      if (change !== STOCK_ALONE) this.pending = 'all';
      else if (this.pending === 'nothing') this.pending = 'stock';
      if (this.pause === null) this.notify();
    });
  }

  listen(listener: Listener): void {
    this.listeners.add(listener);
  }

  private notify(): void {
    const isStockAlone = this.pending === 'stock';
    this.pending = 'nothing';
    this.replicas.noteChange();
    for (const listener of this.listeners) listener(isStockAlone);
    this.pause = setTimeout(() => {
      this.pause = null;
      if (this.pending !== 'nothing') this.notify();
    }, MOST_OFTEN_MS).unref();
  }
}
