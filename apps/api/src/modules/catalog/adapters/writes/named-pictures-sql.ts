import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { type FeedPicture, type NamedPicture, picturesNamed } from '../../domain/feed-pictures.ts';
import { run } from './listing-sql.ts';

interface Naming {
  readonly id: string;
  readonly namedPictures: readonly NamedPicture[];
}

type StoredPicture = FeedPicture & { readonly productId: string };

/** Pictures of products by their ids, after a feed has named them; those whose pictures stay as they are have `isChanged` false. */
export type PlannedPictures = ReadonlyMap<string, { readonly pictures: readonly FeedPicture[]; readonly isChanged: boolean }>;

/** What a feed changes of the pictures of products. The products are locked, or new. */
export async function planPictures(
  db: Kysely<unknown>,
  namings: readonly Naming[],
  now: Date,
  { areFirst }: { areFirst: boolean },
): Promise<PlannedPictures> {
  const rows = areFirst
    ? []
    : await run<StoredPicture>(
        db,
        `select product_id as "productId", place, address, state, image_id as "imageId", tries, due_at as "dueAt", failure
          from feed_picture where product_id = any($1::text[]) order by product_id, place`,
        [namings.map(({ id }) => id)],
      );
  const stored = Map.groupBy(rows, ({ productId }) => productId);
  return new Map(
    namings.map(({ id, namedPictures }) => {
      const before = (stored.get(id) ?? []).map(({ productId: _, ...picture }) => ({
        ...picture,
        dueAt: picture.dueAt && new Date(picture.dueAt),
      }));
      const pictures = picturesNamed(before, namedPictures, now);
      return [id, { pictures, isChanged: !isDeepStrictEqual(before, pictures) }];
    }),
  );
}

/** Stores what `planPictures` planned. The products are there. */
export async function writePictures(db: Kysely<unknown>, planned: PlannedPictures, now: Date): Promise<void> {
  const changed = [...planned].filter(([, { isChanged }]) => isChanged);
  if (changed.length === 0) return;
  await run(db, 'delete from feed_picture where product_id = any($1::text[])', [changed.map(([id]) => id)]);
  const rows = changed.flatMap(([id, { pictures }]) =>
    pictures.map(({ imageId, dueAt, ...picture }) => ({ ...picture, product_id: id, image_id: imageId, due_at: dueAt })),
  );
  await run(
    db,
    `insert into feed_picture (product_id, place, address, state, image_id, tries, due_at, failure, changed_at)
      select product_id, place, address, state, image_id, tries, due_at, failure, $2 from json_to_recordset($1::json) as row
        (product_id text, place smallint, address text, state text, image_id text, tries integer, due_at timestamptz, failure text)
      order by product_id, place`,
    [JSON.stringify(rows), now],
  );
}
