import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ReplicaReads } from '../../../../platform/database/replicas/replica-reads.ts';
import { CatalogueChanges } from './catalogue-changes.ts';
import { TtlCache } from './ttl-cache.ts';
import { homeText } from '../reads/home-statement.ts';

/** The maximum age if a notification is lost with its connection, so that a change is on the storefront's pages within a second. */
const OLDEST_MS = 400;

/** Cache of the home page's answer, invalidated when the catalogue changes; concurrent requests share one query. */
@Injectable()
export class HomeCache implements OnModuleInit {
  private readonly answer = new TtlCache<string>(1, OLDEST_MS);

  constructor(
    private readonly database: ReplicaReads,
    private readonly changes: CatalogueChanges,
  ) {}

  onModuleInit(): void {
    this.changes.listen(() => this.answer.clear());
  }

  get(): Promise<string> {
    return this.answer.get('home', async () => {
      const [row] = await this.database.rows<{ json: string }>('home', homeText);
      return row?.json ?? '[[{"products":[]}]]';
    });
  }
}
