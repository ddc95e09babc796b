import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.ts';
import { CatalogueChanges } from './catalogue-changes.ts';
import { TtlCache } from './ttl-cache.ts';

/** Some ten megabytes of answers. */
const MOST_ANSWERS = 1000;

/**
 * Answers of lists that were just given, for all who ask the same within a moment; who asks while one is being fetched waits for it.
 * All are forgotten when the catalogue changes, so that prices and stock are never older than a lost notification makes them.
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

  /** `key` names the question in full. A failure is told to all who wait, and not kept. */
  get(key: string, ask: () => Promise<string>): Promise<string> {
    return this.answers.get(key, ask);
  }
}
