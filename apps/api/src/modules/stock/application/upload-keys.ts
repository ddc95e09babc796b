import { Injectable } from '@nestjs/common';
import { Ids, Transaction } from '../../../shared/ports.ts';
import { Catalogue } from '../../catalog/index.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';
import { ProductNotNamed, TooManyLines, UnknownProduct } from '../domain/key-errors.ts';
import type { KeySecret } from '../domain/key-secret.ts';
import { type KeyFate, type Place, UploadReport } from '../domain/upload-report.ts';
import { AddKeys } from './add-keys.ts';
import { KeyRecords } from './key-records.ts';
import { type Repeat, Vault } from './ports.ts';

/** Small, so that garbage of a batch stays in the young generation: batches of 2,000 took 100 MB more for a file of 100,000 keys. */
const BATCH = 500;
/** Bits of a fingerprint: enough to distinguish 200,000 lines, and short enough to hold them in memory. */
const SHORT_BYTES = 15;
const MOST_LINES = 200_000;
/** More than any file can have: 64 MB. */
const LINES_OF_A_FILE = 2 ** 27;
/** Of the two bytes that tell spellings apart. A hundred files, their lines and these are whole numbers still. */
const SPELLINGS = 2 ** 16;

/** One line of an upload as it was read. `product` names the line's own: empty where the line leaves it out, null where such a file names none. */
export type UploadedKey = Place & { readonly product: string | null } & (
    { readonly secret: KeySecret } | { readonly flaw: 'empty' | 'tooLong' | 'unreadable' | 'noColumn' }
  );

interface Real {
  readonly act: StaffAct;
  readonly uploadId: string;
}

export interface UploadOptions {
  /** The product of lines without one; null: such lines are rejected. */
  readonly product: string | null;
  /** Reads and compares without storing anything. */
  readonly isDryRun: boolean;
  readonly act: StaffAct;
  /** Whether to add keys that differ from known ones only in case, dashes and spaces: reported as probable duplicates otherwise. */
  readonly takesSimilar?: boolean;
  /** Maximum number of lines. */
  readonly mostLines?: number;
}

interface Readable {
  readonly place: Place;
  readonly product: string;
  readonly secret: KeySecret;
}

/** A line whose result is known as soon as it is read. */
interface Settled {
  readonly place: Place;
  readonly fate: KeyFate;
  readonly firstAt?: Place;
}

/**
 * Adds the keys of an upload in batches, each in one transaction with its entry in the audit log: after an interruption the same file can be
 * sent again. Memory holds one batch, and a short fingerprint of every line.
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

  /** @throws UnknownProduct, ProductNotNamed (nothing is stored then), TooManyLines */
  async run(
    pieces: AsyncIterable<Iterable<UploadedKey>>,
    { product, isDryRun, act, takesSimilar = false, mostLines = MOST_LINES }: UploadOptions,
  ): Promise<UploadReport> {
    if (product !== null && (await this.catalogue.productIds([product])).size === 0) throw new UnknownProduct();
    const real = isDryRun ? null : { act, uploadId: this.ids.next() };
    const report = new UploadReport(real?.uploadId);
    const seen = new SeenKeys(takesSimilar);
    const takeIn = () => this.takeIn(batch, report, real, takesSimilar);
    let batch: (Readable | Settled)[] = [];
    let count = 0;
    let canBeNamed = product !== null;
    for await (const piece of pieces) {
      for (const key of piece) {
        if ((count += 1) > mostLines) {
          await takeIn();
          throw canBeNamed ? new TooManyLines(mostLines) : new ProductNotNamed();
        }
        canBeNamed ||= key.product !== null;
        batch.push(this.check(key, product, seen));
        if (batch.length < BATCH) continue;
        await takeIn();
        batch = [];
      }
    }
    await takeIn();
    if (!canBeNamed && report.counts.noProduct > 0) throw new ProductNotNamed();
    return report;
  }

  private check(key: UploadedKey, product: string | null, seen: SeenKeys): Readable | Settled {
    const place = { file: key.file, line: key.line };
    if ('flaw' in key) return { place, fate: key.flaw };
    const meant = key.product || product;
    if (meant === null) return { place, fate: 'noProduct' };
    const fingerprint = this.vault.fingerprint(key.secret);
    const before = seen.meet(fingerprint, this.vault.normalisedFingerprint(key.secret) ?? fingerprint, place);
    if (before === null) return { place, product: meant, secret: key.secret };
    return { place, fate: before.repeat === 'same' ? 'duplicateInFile' : 'probableDuplicate', firstAt: before.firstAt };
  }

  private async takeIn(
    batch: readonly (Readable | Settled)[],
    report: UploadReport,
    real: Real | null,
    takesSimilar: boolean,
  ): Promise<void> {
    const readable = batch.filter((one): one is Readable => 'secret' in one);
    const products = await this.catalogue.productIds([...new Set(readable.map(({ product }) => product))]);
    const known = readable.filter(({ product }) => products.has(product));
    const repeats = real
      ? await this.add(known, products, real, takesSimilar)
      : await this.records.known(known.map(({ secret }) => secret));
    const fateOf = (repeat: Repeat | undefined): KeyFate => {
      if (repeat === 'same') return 'duplicateInShop';
      return repeat === 'similar' && !takesSimilar ? 'probableDuplicate' : 'accepted';
    };
    const fates = new Map(known.map((one, index) => [one, fateOf(repeats.get(index))] as const));
    for (const one of batch) {
      if ('fate' in one) report.add(one.place, one.fate, one.firstAt);
      else report.add(one.place, fates.get(one) ?? 'unknownProduct');
    }
  }

  private async add(
    keys: readonly Readable[],
    products: ReadonlyMap<string, string>,
    { act, uploadId }: Real,
    takesSimilar: boolean,
  ): Promise<ReadonlyMap<number, Repeat>> {
    if (keys.length === 0) return new Map();
    const idOf = ({ product }: Readable) => products.get(product) ?? '';
    return this.transaction.run(async () => {
      const repeats = await this.addKeys.run(
        keys.map((key) => ({ productId: idOf(key), secret: key.secret })),
        act.by.name,
        { uploadId, refusesSimilar: !takesSimilar },
      );
      const added = Map.groupBy(
        keys.filter((_key, index) => !repeats.has(index)),
        idOf,
      );
      for (const [productId, group] of added) {
        await this.audit.record({
          ...act,
          action: 'keys.upload',
          subject: { type: 'product', id: productId },
          after: { uploadId, added: group.length, from: placeOf(group[0]), to: placeOf(group.at(-1)) },
        });
      }
      return repeats;
    });
  }
}

/**
 * First occurrence of each key of an upload, by its normalised form. One number per key encodes file, line, and enough of the fingerprint to
 * distinguish spellings.
 */
class SeenKeys {
  private readonly places = new Map<string, number>();
  private readonly files: string[] = [];

  constructor(private readonly takesSimilar: boolean) {}

  /** How and where this key occurred before; null, and stored, if it is new. */
  meet(fingerprint: Buffer, normalised: Buffer, { file, line }: Place): { repeat: Repeat; firstAt: Place } | null {
    const spelling = fingerprint.readUInt16LE(0);
    const short = (this.takesSimilar ? fingerprint : normalised).toString('latin1', 0, SHORT_BYTES);
    const before = this.places.get(short);
    if (before !== undefined) {
      const place = Math.floor(before / SPELLINGS);
      const firstAt = { file: this.files[Math.floor(place / LINES_OF_A_FILE)] ?? '', line: place % LINES_OF_A_FILE };
      return { repeat: before % SPELLINGS === spelling ? 'same' : 'similar', firstAt };
    }
    if (this.files.at(-1) !== file) this.files.push(file);
    this.places.set(short, ((this.files.length - 1) * LINES_OF_A_FILE + line) * SPELLINGS + spelling);
    return null;
  }
}

function placeOf(key: Readable | undefined): string | null {
  return key ? `${key.place.file}:${key.place.line}` : null;
}
