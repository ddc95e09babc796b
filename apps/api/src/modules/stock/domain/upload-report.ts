/**
 * Result of one line of an upload. `accepted`: added, or valid in a dry run. `probableDuplicate`: skipped, because it differs from a known
 * key, or one of a line above, only in case, dashes and spaces.
 */
export const KEY_FATES = [
  'accepted',
  'duplicateInFile',
  'duplicateInShop',
  'probableDuplicate',
  'empty',
  'tooLong',
  'unreadable',
  'noColumn',
  'noProduct',
  'unknownProduct',
] as const;
export type KeyFate = (typeof KEY_FATES)[number];

/** A line of a file, or a picture, which is line 1 of its own. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Lines `from` to `to` of a file with the same result. */
export interface ReportEntry {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly fate: KeyFate;
  /** The line that had the same key first. */
  readonly firstAt?: Place;
}

/** A compact report of every line: neighbours with the same result are one entry. */
export class UploadReport {
  readonly counts: Record<KeyFate, number> = {
    accepted: 0,
    duplicateInFile: 0,
    duplicateInShop: 0,
    probableDuplicate: 0,
    empty: 0,
    tooLong: 0,
    unreadable: 0,
    noColumn: 0,
    noProduct: 0,
    unknownProduct: 0,
  };

  /** `uploadId`: id of the added keys; null if none can be added. */
  constructor(private readonly id: string | null = null) {}

  /** Null where nothing was taken in. */
  get uploadId(): string | null {
    return this.counts.accepted > 0 ? this.id : null;
  }

  private readonly list: { file: string; from: number; to: number; fate: KeyFate; firstAt?: Place }[] = [];

  add({ file, line }: Place, fate: KeyFate, firstAt?: Place): void {
    this.counts[fate] += 1;
    const last = this.list.at(-1);
    if (last && firstAt === undefined && last.firstAt === undefined && last.file === file && last.fate === fate && last.to === line - 1)
      last.to = line;
    else this.list.push({ file, from: line, to: line, fate, ...(firstAt && { firstAt }) });
  }

  lines(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** In the order of the files. */
  entries(): readonly ReportEntry[] {
    return this.list;
  }
}
