import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../shared/domain-error.ts';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { pauseAfter } from '../domain/feed-pictures.ts';
import { type DuePicture, FeedPictures, PictureAway, PictureFetcher, PictureRefused } from './feed-pictures.ts';
import { PictureStorage } from './ops/set-pictures.ts';

const AT_ONCE = 4;
/** More than a fetch may take: after it, the worker that took a picture is dead. */
const TAKEN_FOR_MS = 300_000;
const STORE_PAUSE_MS = 60_000;

type Outcome = { readonly imageId: string } | { readonly failure: string; readonly pauseMs: number | null; readonly tries: number };

/** Fetches pictures that feeds name, stores them, and shows them. Each step may be repeated: a killed worker's pictures are fetched again. */
@Injectable()
export class FetchPictures {
  private readonly stopping = new AbortController();

  constructor(
    private readonly pictures: FeedPictures,
    private readonly fetcher: PictureFetcher,
    private readonly storage: PictureStorage,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Fetches until none is due, some at a time. Without work it costs one query. */
  async run(): Promise<void> {
    const first = await this.take();
    if (!first) return;
    const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
      for (let picture = lane === 0 ? first : await this.take(); picture; picture = await this.take()) await this.fetch(picture);
    });
    await Promise.all(lanes);
  }

  /** Ends fetches that are under way; another worker gets their pictures at once. */
  stop(): void {
    this.stopping.abort(new Error('The worker ends.'));
  }

  private async take(): Promise<DuePicture | null> {
    if (this.stopping.signal.aborted) return null;
    const now = this.clock.now();
    return this.transaction.run(() => this.pictures.take(now, new Date(now.getTime() + TAKEN_FOR_MS)));
  }

  private async fetch(picture: DuePicture): Promise<void> {
    const outcome = await this.outcomeOf(picture);
    const at = this.clock.now();
    await this.transaction.run(async () => {
      if ('imageId' in outcome) return this.pictures.store(picture, outcome.imageId, at);
      const { failure, pauseMs, tries } = outcome;
      await this.pictures.fail(picture, { failure, tries, dueAt: pauseMs === null ? null : new Date(at.getTime() + pauseMs) }, at);
    });
  }

  private async outcomeOf({ address, isCover, tries }: DuePicture): Promise<Outcome> {
    try {
      const content = await this.fetcher.picture(address, this.stopping.signal);
      return { imageId: await this.storage.keep(content, { isCover }) };
    } catch (error) {
      // Neither is the picture's fault, so these tries do not count.
      if (this.stopping.signal.aborted) return { failure: 'The worker ended.', pauseMs: 0, tries: tries - 1 };
      if (error instanceof DomainError) return { failure: error.message, pauseMs: STORE_PAUSE_MS, tries: tries - 1 };
      if (error instanceof PictureRefused) return { failure: error.message, pauseMs: null, tries };
      const failure = error instanceof PictureAway ? error.message : 'The picture could not be read.';
      return { failure, pauseMs: pauseAfter(tries), tries };
    }
  }
}
