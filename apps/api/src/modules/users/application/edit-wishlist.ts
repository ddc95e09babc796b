import { Injectable } from '@nestjs/common';
import { Transaction } from '../../../shared/ports.ts';
import { Turns } from '../../../shared/concurrency/turns.ts';
import { type CardView, Catalogue } from '../../catalog/index.ts';
import { NotLoggedIn } from '../domain/account-errors.ts';
import { Users, Wishlists } from './ports.ts';

/** Of one account; a full list drops its oldest entries. */
export const MOST_WISHES = 500;

@Injectable()
export class EditWishlist {
  private readonly turns = new Turns();

  constructor(
    private readonly users: Users,
    private readonly wishlists: Wishlists,
    private readonly catalogue: Catalogue,
    private readonly transaction: Transaction,
  ) {}

  /** Newest first, as lists show products; hidden ones are left out until they are back. */
  ofUser(userId: string): Promise<CardView[]> {
    return this.transaction.run(() => this.read(userId));
  }

  /** Adds and removes products, named by kinguinId or own id; unknown names are ignored. */
  change(userId: string, { items, removed }: { items: readonly string[]; removed: readonly string[] }): Promise<CardView[]> {
    const write = async () => {
      const user = await this.users.forUpdate(userId);
      if (user?.closedAt !== null) throw new NotLoggedIn();
      const ids = await this.catalogue.productIds([...new Set([...items, ...removed])]);
      const idsOf = (names: readonly string[]) => [...new Set(names.flatMap((name) => ids.get(name) ?? []))];
      const gone = new Set(idsOf(removed));
      await this.wishlists.change(userId, { added: idsOf(items).filter((id) => !gone.has(id)), removed: [...gone], most: MOST_WISHES });
      return this.read(userId);
    };
    return this.turns.run(userId, () => this.transaction.run(write));
  }

  private async read(userId: string): Promise<CardView[]> {
    const ids = await this.wishlists.ofUser(userId);
    const cards = await this.catalogue.cards(ids);
    return ids.flatMap((id) => cards.get(id) ?? []);
  }
}
