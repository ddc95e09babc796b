import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.ts';
import { CatalogueChanges } from './catalogue-changes.ts';
import { TtlCache } from './ttl-cache.ts';

const MOST_QUESTIONS = 5000;
/** By then any replica has replayed the change. */
const REPLICA_BEHIND_MS = 2000;

/** Result of a search: the number of matches, up to the limit of counting, and the best of them. */
export interface Found {
  readonly count: number;
  readonly ids: readonly string[];
  /** There are more matches than are counted. */
  readonly isBroad?: boolean;
}

/**
 * Cache of match counts and of the best matches of a search: both cost time proportional to the matches, and stay the same until the
 * catalogue changes. The products themselves are read each time. Invalidated by notifications of the catalogue; if one is lost, entries
 * expire after `MATCHES_CACHE_MS`.
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
      // Products that are sold out stay listed.
      if (isStockAlone) return;
      this.forget();
      // A replica with unknown replay position may have answered with data from before the change.
      if (this.hasReplicas) setTimeout(() => this.forget(), REPLICA_BEHIND_MS).unref();
    });
  }

  private forget(): void {
    this.counts.clear();
    this.found.clear();
  }
}
