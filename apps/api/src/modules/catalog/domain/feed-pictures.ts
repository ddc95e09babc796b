/** The place of a product's cover among its pictures; screenshots are at 1 and further, in their order. */
export const COVER_PLACE = 0;

export const FEED_PICTURE_STATES = ['waiting', 'stored', 'failed'] as const;
export type FeedPictureState = (typeof FEED_PICTURE_STATES)[number];

/** A picture as a feed names it. */
export interface NamedPicture {
  readonly place: number;
  /** Of http or https; or a path of this shop, then with its `imageId`. */
  readonly address: string;
  readonly imageId: string | null;
}

/** A picture of a feed as it is stored. */
export interface FeedPicture {
  readonly place: number;
  readonly address: string;
  readonly state: FeedPictureState;
  /** What is shown at its place: while it waits, the one that was there before; null: nothing. */
  readonly imageId: string | null;
  readonly tries: number;
  /** When it is to be fetched; null where it is not. */
  readonly dueAt: Date | null;
  readonly failure: string | null;
}

/** What is to be stored once a feed has named these pictures; without any of another host nothing is. A known address is not fetched again. */
export function picturesNamed(stored: readonly FeedPicture[], named: readonly NamedPicture[], now: Date): FeedPicture[] {
  if (named.every(({ imageId }) => imageId !== null)) return [];
  const isNamed = new Set(named.map(({ address }) => address));
  return named.map(({ place, address, imageId }) => {
    if (imageId !== null) return { place, address, state: 'stored', imageId, tries: 0, dueAt: null, failure: null };
    const known = stored.find((one) => one.address === address && (one.place === COVER_PLACE) === (place === COVER_PLACE));
    if (known) return { ...known, place };
    const former = stored.find((one) => one.place === place && !isNamed.has(one.address));
    return { place, address, state: 'waiting', imageId: former?.imageId ?? null, tries: 0, dueAt: now, failure: null };
  });
}

/** What a product shows of them. Null: no cover yet. */
export function shownPictures(pictures: readonly Pick<FeedPicture, 'place' | 'imageId'>[]): {
  cover: string | null;
  screenshots: string[];
} {
  const ordered = pictures.toSorted((one, other) => one.place - other.place);
  const screenshots = ordered.flatMap(({ place, imageId }) => (place === COVER_PLACE ? [] : (imageId ?? [])));
  return { cover: ordered.find(({ place }) => place === COVER_PLACE)?.imageId ?? null, screenshots: [...new Set(screenshots)] };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, 24 * HOUR_MS, 24 * HOUR_MS];

/** Milliseconds until a fetch that failed `tries` times is tried again; null: it is not. */
export function pauseAfter(tries: number): number | null {
  return PAUSES_MS[tries - 1] ?? null;
}
