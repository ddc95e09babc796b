import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../../platform/database/read-database.ts';
import { Blocks } from '../application/blocks.ts';

@Injectable()
export class SqlBlocks extends Blocks {
  constructor(private readonly database: ReadDatabase) {
    super();
  }

  override async networks(): Promise<string[]> {
    const rows = await this.database.rows<{ text: string }>(
      'blocked-networks',
      'select abbrev(network::inet) as text from blocked_network order by network',
    );
    return rows.map(({ text }) => text);
  }

  override async countries(): Promise<string[]> {
    const rows = await this.database.rows<{ code: string }>('blocked-countries', 'select code from blocked_country order by code');
    return rows.map(({ code }) => code);
  }
}
