import type { InMemoryMailRows } from '../../../platform/mail/testing/in-memory-mail-rows.ts';
import { PlainStorage, type Storage } from '../../../testing/storage/storage.ts';
import type { InMemoryKeyStock } from '../../stock/testing/in-memory-key-stock.ts';
import { type KeyReveal, KeyReveals } from '../application/views/key-reveals.ts';
import type { Piece } from '../domain/pieces.ts';
import type { InMemoryOrders } from './in-memory-orders.ts';

export class InMemoryKeyReveals extends KeyReveals {
  /** Ids of keys that staff has looked at. */
  readonly looked = new Set<string>();
  private readonly views: Map<string, KeyReveal & { readonly orderId: string }>;
  private count = 0;

  constructor(
    private readonly orders: InMemoryOrders,
    private readonly stock: InMemoryKeyStock,
    private readonly mails: InMemoryMailRows,
    storage: Storage = new PlainStorage(),
  ) {
    super();
    this.views = storage.table();
  }

  override async add(reveal: { orderId: string; viewer: string; address: string; at: Date }): Promise<string> {
    const id = String((this.count += 1));
    this.views.set(id, { id, ...reveal });
    return id;
  }

  override async ofOrder(orderId: string): Promise<KeyReveal[]> {
    return [...this.views.values()]
      .filter((view) => view.orderId === orderId)
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ id, viewer, address, at }) => ({ id, viewer, address, at }));
  }

  override async countSince(orderId: string, since: Date): Promise<number> {
    return [...this.views.values()].filter((view) => view.orderId === orderId && view.at > since).length;
  }

  override async wasRevealed(orderId: string): Promise<boolean> {
    return this.wereAllShown(orderId) || this.keysOf(orderId).some(({ id }) => this.looked.has(id));
  }

  override async piecesSeen(orderId: string): Promise<Piece[]> {
    const areAll = this.wereAllShown(orderId);
    return this.keysOf(orderId).flatMap(({ id, place }) => (place && (areAll || this.looked.has(id)) ? [place] : []));
  }

  private wereAllShown(orderId: string): boolean {
    if ([...this.views.values()].some((view) => view.orderId === orderId)) return true;
    const order = this.orders.all.get(orderId);
    if (order?.keysMailed) return true;
    if (order?.linkOnly) return false;
    return [...this.mails.all.values()].some((row) => row.mail.about === orderId && row.mail.kind === 'keys' && wasTried(row));
  }

  private keysOf(orderId: string) {
    return this.stock.keys.all().filter((row) => row.orderId === orderId && row.place !== null);
  }
}

/** Whether it was handed to the mail server at least once. */
function wasTried({ state, tries, reason }: { state: string; tries: number; reason: string | null }): boolean {
  return !((state === 'waiting' || state === 'dropped') && tries === 0 && reason === null);
}
