import type { ListWindow } from '../../../shared/list-window.ts';
import { type DuePicture, type FeedPictureRecord, FeedPictures } from '../application/feed-pictures.ts';
import { type FeedPictureState, type NamedPicture, picturesNamed, shownPictures } from '../domain/feed-pictures.ts';

/** Pictures of feeds with the rules of the store, and what products show of them. */
export class InMemoryFeedPictures extends FeedPictures {
  private rows: FeedPictureRecord[] = [];

  /** What an import does. */
  name(productId: string, named: readonly NamedPicture[], now: Date): void {
    const before = this.rows.filter((row) => row.productId === productId);
    const others = this.rows.filter((row) => row.productId !== productId);
    const after = picturesNamed(before, named, now).map((row) => ({ kinguinId: null, name: productId, changedAt: now, ...row, productId }));
    this.rows = [...others, ...after];
  }

  shown(productId: string): { cover: string | null; screenshots: string[] } {
    return shownPictures(this.rows.filter((row) => row.productId === productId));
  }

  override async take(now: Date, until: Date): Promise<DuePicture | null> {
    const due = this.rows
      .filter((row) => row.dueAt !== null && row.dueAt <= now)
      .toSorted((one, other) => Number(one.dueAt) - Number(other.dueAt))[0];
    if (!due) return null;
    const tries = due.tries + 1;
    this.rows = this.rows.map((row) => (row === due ? { ...row, dueAt: until, tries } : row));
    return { productId: due.productId, address: due.address, isCover: due.place === 0, tries };
  }

  override async store(picture: DuePicture, imageId: string, now: Date): Promise<void> {
    this.change(picture, { state: 'stored', imageId, dueAt: null, failure: null, changedAt: now });
  }

  override async fail(
    picture: DuePicture,
    { failure, dueAt, tries }: { failure: string | null; dueAt: Date | null; tries: number },
    now: Date,
  ): Promise<void> {
    this.change(picture, { state: dueAt === null ? 'failed' : 'waiting', failure, dueAt, tries, changedAt: now });
  }

  override async tryAgain(productId: string | null, now: Date): Promise<number> {
    const those = this.rows.filter(
      (row) =>
        (row.state === 'failed' || (row.state === 'waiting' && row.failure !== null)) && (productId ?? row.productId) === row.productId,
    );
    this.rows = this.rows.map((row) => (those.includes(row) ? { ...row, state: 'waiting', dueAt: now, tries: 0, changedAt: now } : row));
    return those.length;
  }

  override async list({ state, productId }: { state?: FeedPictureState; productId?: string }, { offset, limit }: ListWindow) {
    const those = this.rows
      .filter((row) => (state ?? row.state) === row.state && (productId ?? row.productId) === row.productId)
      .toSorted((one, other) => Number(other.changedAt) - Number(one.changedAt) || one.place - other.place);
    return { items: those.slice(offset, offset + limit), total: those.length };
  }

  private change({ productId, address }: DuePicture, change: Partial<FeedPictureRecord>): void {
    this.rows = this.rows.map((row) =>
      row.productId === productId && row.address === address && row.state === 'waiting' ? { ...row, ...change } : row,
    );
  }
}
