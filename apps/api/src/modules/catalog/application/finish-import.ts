import { Injectable } from '@nestjs/common';
import { Listings } from './ports.ts';

/** Once after a large import: statistics for the query planner, and vacuum. */
@Injectable()
export class FinishImport {
  constructor(private readonly listings: Listings) {}

  run(): Promise<void> {
    return this.listings.settle();
  }
}
