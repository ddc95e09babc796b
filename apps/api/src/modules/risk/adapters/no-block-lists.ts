import { Injectable } from '@nestjs/common';
import { BlockListMatches } from '../application/ports.ts';
import type { Blockable } from '../domain/signals.ts';

/** While the shop keeps no lists of blocked addresses, cards and accounts. */
@Injectable()
export class NoBlockLists extends BlockListMatches {
  override async of(): Promise<ReadonlyMap<string, readonly Blockable[]>> {
    return new Map();
  }
}
