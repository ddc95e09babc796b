import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.ts';
import { CatalogueChanges } from './catalogue-changes.ts';
import { TtlCache } from './ttl-cache.ts';

const MOST_QUESTIONS = 5000;
/** By then a replica has followed, in whatever way it does. */
const REPLICA_BEHIND_MS = 2000;

/** What a search found: how many products, at most as many as are counted, and the nearest of them. */
export interface Found {
  readonly count: number;
  readonly ids: readonly string[];
  /** More than are counted answer it. */
  readonly isBroad?: boolean;
}

/**
 * How many products answer a question, and which of them are the nearest to typed words: both cost as much as there is to count,
 * and stay the same until the catalogue changes. What is shown of a product is read anew each time. The catalogue tells of its
 * changes; only where that was lost with a connection is something kept for `MATCHES_CACHE_MS`.
 */
@Injectable()
export class MatchCache implements OnModuleInit {
  /** By scope and filters of a list, in full. */
  readonly counts: TtlCache<number>;
  /** By words and filters of a search, in full. */
  readonly found: TtlCache<Found>;

  private readonly hasReplicas: boolean;

  constructor(
    config: Config,
    private readonly changes: CatalogueChanges,
  ) {
    this.hasReplicas = config.replicaUrls.length > 0;
    this.counts = new TtlCache(MOST_QUESTIONS, config.matchesCacheMs);
    this.found = new TtlCache(MOST_QUESTIONS, config.matchesCacheMs);
  }

  onModuleInit(): void {
    this.changes.listen((isStockAlone) => {
      // What is sold out stays listed.
      if (isStockAlone) return;
      this.forget();
      // A replica of which the shop cannot tell what it shows may have answered from before the change since.
      if (this.hasReplicas) setTimeout(() => this.forget(), REPLICA_BEHIND_MS).unref();
    });
  }

  private forget(): void {
    this.counts.clear();
    this.found.clear();
  }
}
