import { Injectable } from '@nestjs/common';
import { Listings } from './ports.ts';

/** What follows a large import once: figures for the query planner, and room swept up. */
@Injectable()
export class FinishImport {
  constructor(private readonly listings: Listings) {}

  run(): Promise<void> {
    return this.listings.settle();
  }
}
