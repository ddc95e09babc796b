import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.ts';
import { CatalogueChanges } from './catalogue-changes.ts';
import { TtlCache } from './ttl-cache.ts';

/** Some ten megabytes of answers. */
const MOST_ANSWERS = 1000;

/**
 * Short-lived cache of list answers; concurrent requests share one query. Cleared when the catalogue changes, so that prices and stock are
 * stale only if a notification is lost.
 */
@Injectable()
export class RecentAnswers implements OnModuleInit {
  private readonly answers: TtlCache<string>;

  constructor(
    config: Config,
    private readonly changes: CatalogueChanges,
  ) {
    this.answers = new TtlCache(MOST_ANSWERS, config.listCacheMs);
  }

  onModuleInit(): void {
    this.changes.listen(() => this.answers.clear());
  }

  /** `key` identifies the query in full. A failure rejects for all callers and is not cached. */
  get(key: string, ask: () => Promise<string>): Promise<string> {
    return this.answers.get(key, ask);
  }
}
