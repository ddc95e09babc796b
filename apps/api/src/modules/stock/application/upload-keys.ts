import { Injectable } from '@nestjs/common';
import { Ids, Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Audit, type Operator } from '../../ops/index.ts';
import { ProductNotNamed, TooManyLines, UnknownProduct } from '../domain/key-errors.ts';
import type { KeySecret } from '../domain/key-secret.ts';
import { type KeyFate, type Place, UploadReport } from '../domain/upload-report.ts';
import { AddKeys } from './add-keys.ts';
import { KeyRecords } from './key-records.ts';
import { Vault } from './ports.ts';

/** So few that most of what a batch leaves behind is cleared up in passing: batches of 2,000 took 100 MB more for a file of 100,000 keys. */
const BATCH = 500;
/** Of a fingerprint: enough to tell 200,000 lines apart, and short enough to keep them all in mind. */
const SHORT_BYTES = 15;
export const MOST_LINES = 200_000;
/** More than any file can have: 64 MB. */
const LINES_OF_A_FILE = 2 ** 27;

/** One line of an upload as it was read. `product` names the line's own: empty where the line leaves it out, null where such a file names none. */
export type UploadedKey = Place & { readonly product: string | null } & (
    { readonly secret: KeySecret } | { readonly flaw: 'empty' | 'tooLong' | 'unreadable' | 'noColumn' }
  );

interface Real {
  readonly by: Operator;
  readonly uploadId: string;
}

interface Readable {
  readonly place: Place;
  readonly product: string;
  readonly secret: KeySecret;
}

/** A line whose fate is known as soon as it is read. */
interface Settled {
  readonly place: Place;
  readonly fate: KeyFate;
  readonly firstAt?: Place;
}

/**
 * Takes the keys of an upload into stock, batch by batch, each in one transaction with its line in the audit log: what broke off
 * goes on where it stopped when the same file is sent again. Memory holds one batch, and a short fingerprint of every line.
 */
@Injectable()
export class UploadKeys {
  constructor(
    private readonly addKeys: AddKeys,
    private readonly records: KeyRecords,
    private readonly vault: Vault,
    private readonly catalogue: Catalogue,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly ids: Ids,
  ) {}

  /**
   * `product` is meant where a line names none. A dry run reads and compares all the same and stores nothing. `mostLines`: how many may
   * come.
   * @throws UnknownProduct, ProductNotNamed (nothing is stored then), TooManyLines
   */
  async run(
    pieces: AsyncIterable<Iterable<UploadedKey>>,
    { product, isDryRun, by, mostLines = MOST_LINES }: { product: string | null; isDryRun: boolean; by: Operator; mostLines?: number },
  ): Promise<UploadReport> {
    if (product !== null && (await this.catalogue.productIds([product])).size === 0) throw new UnknownProduct();
    const real = isDryRun ? null : { by, uploadId: this.ids.next() };
    const report = new UploadReport();
    const seen = new SeenKeys();
    let batch: (Readable | Settled)[] = [];
    let count = 0;
    let canBeNamed = product !== null;
    for await (const piece of pieces) {
      for (const key of piece) {
        if ((count += 1) > mostLines) {
          await this.takeIn(batch, report, real);
          throw canBeNamed ? new TooManyLines(mostLines) : new ProductNotNamed();
        }
        canBeNamed ||= key.product !== null;
        batch.push(this.judge(key, product, seen));
        if (batch.length < BATCH) continue;
        await this.takeIn(batch, report, real);
        batch = [];
      }
    }
    await this.takeIn(batch, report, real);
    if (!canBeNamed && report.counts.noProduct > 0) throw new ProductNotNamed();
    return report;
  }

  private judge(key: UploadedKey, product: string | null, seen: SeenKeys): Readable | Settled {
    const place = { file: key.file, line: key.line };
    if ('flaw' in key) return { place, fate: key.flaw };
    const meant = key.product || product;
    if (meant === null) return { place, fate: 'noProduct' };
    const firstAt = seen.meet(this.vault.fingerprint(key.secret), place);
    return firstAt ? { place, fate: 'duplicateInFile', firstAt } : { place, product: meant, secret: key.secret };
  }

  private async takeIn(batch: readonly (Readable | Settled)[], report: UploadReport, real: Real | null): Promise<void> {
    const readable = batch.filter((one): one is Readable => 'secret' in one);
    const products = await this.catalogue.productIds([...new Set(readable.map(({ product }) => product))]);
    const known = readable.filter(({ product }) => products.has(product));
    const repeats = real
      ? await this.add(known, products, real)
      : await this.records.known(known.map(({ secret }) => this.vault.fingerprint(secret)));
    const fates = new Map(known.map((one, index) => [one, repeats.has(index) ? 'duplicateInShop' : 'accepted'] as const));
    for (const one of batch) {
      if ('fate' in one) report.add(one.place, one.fate, one.firstAt);
      else report.add(one.place, fates.get(one) ?? 'unknownProduct');
    }
  }

  private async add(
    keys: readonly Readable[],
    products: ReadonlyMap<string, string>,
    { by, uploadId }: Real,
  ): Promise<ReadonlySet<number>> {
    if (keys.length === 0) return new Set();
    const idOf = ({ product }: Readable) => products.get(product) ?? '';
    return this.transaction.run(async () => {
      const repeats = await this.addKeys.run(
        keys.map((key) => ({ productId: idOf(key), secret: key.secret })),
        by.name,
      );
      const added = Map.groupBy(
        keys.filter((_key, index) => !repeats.has(index)),
        idOf,
      );
      for (const [productId, group] of added) {
        await this.audit.record({
          by,
          action: 'keys.upload',
          subject: { type: 'product', id: productId },
          after: { uploadId, added: group.length, from: told(group[0]), to: told(group.at(-1)) },
        });
      }
      return repeats;
    });
  }
}

/** Where each key of an upload was met first. One number a key tells the place: its line, and which of the files. */
class SeenKeys {
  private readonly places = new Map<string, number>();
  private readonly files: string[] = [];

  /** Where this key was met before; null, and noted, where it is new. */
  meet(fingerprint: Buffer, { file, line }: Place): Place | null {
    const short = fingerprint.toString('latin1', 0, SHORT_BYTES);
    const before = this.places.get(short);
    if (before !== undefined) return { file: this.files[Math.floor(before / LINES_OF_A_FILE)] ?? '', line: before % LINES_OF_A_FILE };
    if (this.files.at(-1) !== file) this.files.push(file);
    this.places.set(short, (this.files.length - 1) * LINES_OF_A_FILE + line);
    return null;
  }
}

function told(key: Readable | undefined): string | null {
  return key ? `${key.place.file}:${key.place.line}` : null;
}
