import { beforeEach, describe, expect, test } from '@jest/globals';
import { ImagesUnavailable } from '../../../platform/images/logged-image-store.ts';
import { FixedClock, PlainTransaction } from '../../../testing/fakes.ts';
import { feedPicturesContract } from '../testing/feed-pictures.contract.ts';
import { InMemoryFeedPictures } from '../testing/in-memory-feed-pictures.ts';
import { PictureAway, PictureFetcher, PictureRefused } from './feed-pictures.ts';
import { FetchPictures } from './fetch-pictures.ts';
import { PictureStorage } from './ops/set-pictures.ts';

describe('pictures of feeds in memory', () =>
  feedPicturesContract(async () => {
    const pictures = new InMemoryFeedPictures();
    return {
      pictures,
      name: async (productId, named, now) => pictures.name(productId, named, now),
      shown: async (productId) => pictures.shown(productId),
    };
  }));

class Fetcher extends PictureFetcher {
  readonly asked: string[] = [];
  atOnce = 0;
  most = 0;
  answer: (address: string, stop: AbortSignal) => Promise<Buffer> = async (address) => Buffer.from(address);

  override async picture(address: string, stop: AbortSignal): Promise<Buffer> {
    this.asked.push(address);
    this.most = Math.max(this.most, (this.atOnce += 1));
    return this.answer(address, stop).finally(() => (this.atOnce -= 1));
  }
}

class Storage extends PictureStorage {
  isDown = false;

  override async keep(content: Buffer): Promise<string> {
    if (this.isDown) throw new ImagesUnavailable();
    return `image of ${content.toString()}`;
  }
}

describe('fetching them', () => {
  const DAY_MS = 86_400_000;
  let pictures: InMemoryFeedPictures;
  let fetcher: Fetcher;
  let storage: Storage;
  let clock: FixedClock;
  let fetching: FetchPictures;
  beforeEach(() => {
    [pictures, fetcher, storage, clock] = [new InMemoryFeedPictures(), new Fetcher(), new Storage(), new FixedClock()];
    fetching = new FetchPictures(pictures, fetcher, storage, new PlainTransaction(), clock);
  });
  const name = (...addresses: string[]) =>
    pictures.name(
      'p',
      addresses.map((address, place) => ({ place, address, imageId: null })),
      clock.now(),
    );
  const first = async () => (await pictures.list({}, { offset: 0, limit: 1 })).items[0];

  test('all that are due are fetched, four at a time, and shown in their order', async () => {
    const addresses = Array.from({ length: 9 }, (_, index) => `a${index}`);
    name(...addresses);
    fetcher.answer = async (address) => {
      await new Promise((next) => setImmediate(next));
      return Buffer.from(address);
    };
    await fetching.run();
    expect(pictures.shown('p')).toEqual({ cover: 'image of a0', screenshots: addresses.slice(1).map((address) => `image of ${address}`) });
    expect(fetcher.most).toBe(4);
    await fetching.run();
    expect(fetcher.asked).toHaveLength(9);
  });

  test('what is away is tried again after growing pauses, eight times', async () => {
    name('a');
    fetcher.answer = () => Promise.reject(new PictureAway('The server answered 503.'));
    await fetching.run();
    clock.advance(59_999);
    await fetching.run();
    expect(fetcher.asked).toHaveLength(1);
    clock.advance(1);
    await fetching.run();
    expect(fetcher.asked).toHaveLength(2);
    for (let tries = 3; tries <= 12; tries += 1) {
      clock.advance(DAY_MS);
      await fetching.run();
    }
    expect(fetcher.asked).toHaveLength(8);
    expect(await first()).toMatchObject({ state: 'failed', failure: 'The server answered 503.', tries: 8 });
  });

  test('what is refused is not tried again, until staff ask for it', async () => {
    name('a');
    fetcher.answer = () => Promise.reject(new PictureRefused('The file is no picture.'));
    await fetching.run();
    clock.advance(DAY_MS);
    await fetching.run();
    expect(fetcher.asked).toHaveLength(1);
    expect(await first()).toMatchObject({ state: 'failed', failure: 'The file is no picture.', dueAt: null });
    await pictures.tryAgain(null, clock.now());
    await fetching.run();
    expect(fetcher.asked).toHaveLength(2);
  });

  test('a store that is down costs a picture no try', async () => {
    name('a');
    storage.isDown = true;
    for (let round = 0; round < 20; round += 1) {
      await fetching.run();
      clock.advance(60_000);
    }
    expect(fetcher.asked).toHaveLength(20);
    storage.isDown = false;
    await fetching.run();
    expect(pictures.shown('p').cover).toBe('image of a');
  });

  test('a picture that breaks the decoder counts as one that is away', async () => {
    name('a');
    fetcher.answer = () => Promise.reject(new TypeError('Unexpected'));
    await fetching.run();
    expect(await first()).toMatchObject({ state: 'waiting', failure: 'The picture could not be read.', tries: 1 });
  });

  test('a worker that ends leaves its pictures to the next at once, and takes no others', async () => {
    name('a', 'b', 'c', 'd', 'e', 'f');
    fetcher.answer = (_address, stop) =>
      new Promise((_, reject) => {
        stop.addEventListener('abort', () => reject(stop.reason as Error));
        if (fetcher.asked.length === 1) fetching.stop();
      });
    await fetching.run();
    expect(fetcher.asked).toHaveLength(1);
    const next = new Fetcher();
    await new FetchPictures(pictures, next, storage, new PlainTransaction(), clock).run();
    expect(next.asked.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect((await first())?.tries).toBe(1);
  });

  test('pictures of a worker that was killed are fetched after five minutes', async () => {
    name('a');
    await pictures.take(clock.now(), new Date(clock.now().getTime() + 300_000));
    await fetching.run();
    expect(fetcher.asked).toEqual([]);
    clock.advance(300_000);
    await fetching.run();
    expect(pictures.shown('p').cover).toBe('image of a');
  });
});
