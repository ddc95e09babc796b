/**
 * What became of one line of an upload. `accepted`: taken in, or in a dry run fit to be. `probableDuplicate`: left out, because it differs from a key
 * of the shop, or of a line above, in case, dashes and spaces alone.
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

/** Lines `from` to `to` of a file that met with the same. */
export interface ReportEntry {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly fate: KeyFate;
  /** The line that had the same key first. */
  readonly firstAt?: Place;
}

/** Tells of every line and stays short: neighbours of one fate are one entry. */
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

  /** `uploadId`: what names the keys that were taken in; null where none can be. */
  constructor(private readonly id: string | null = null) {}

  /** Null where nothing was taken in. */
  get uploadId(): string | null {
    return this.counts.accepted > 0 ? this.id : null;
  }

  private readonly told: { file: string; from: number; to: number; fate: KeyFate; firstAt?: Place }[] = [];

  add({ file, line }: Place, fate: KeyFate, firstAt?: Place): void {
    this.counts[fate] += 1;
    const last = this.told.at(-1);
    if (last && firstAt === undefined && last.firstAt === undefined && last.file === file && last.fate === fate && last.to === line - 1)
      last.to = line;
    else this.told.push({ file, from: line, to: line, fate, ...(firstAt && { firstAt }) });
  }

  lines(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** In the order of the files. */
  entries(): readonly ReportEntry[] {
    return this.told;
  }
}
