/** Why a line is rejected, as a message for the person who imports. */
export class LineRefused extends Error {}

const LONGEST_TEXT = 1000;
const MOST_ITEMS = 100;

/** Reads the fields of one line without what the database cannot store, and collects warnings about corrections. */
export class LineReader {
  readonly warnings: string[] = [];

  constructor(private readonly line: Readonly<Record<string, unknown>>) {}

  /** Trimmed, without control characters; null when absent, empty or null. */
  text(field: string, longest = LONGEST_TEXT): string | null {
    const value = this.line[field];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string' && typeof value !== 'number') throw new LineRefused(`${field} must be text`);
    const text = cleanText(String(value)).trim();
    if (text.length > longest) throw new LineRefused(`${field} is longer than ${longest} characters`);
    return text === '' ? null : text;
  }

  /** Texts of a list; one text is a list of one. */
  texts(field: string, longest = 200, most = MOST_ITEMS): string[] {
    const value = this.line[field];
    if (value === undefined || value === null || value === '') return [];
    const list = Array.isArray(value) ? value : [value];
    if (list.length > most) throw new LineRefused(`${field} has more than ${most} entries`);
    const texts = list.map((item: unknown) => {
      if (typeof item !== 'string') throw new LineRefused(`${field} must be a list of texts`);
      const text = cleanText(item).trim();
      if (text.length > longest) throw new LineRefused(`an entry of ${field} is longer than ${longest} characters`);
      return text;
    });
    return [...new Set(texts.filter((text) => text !== ''))];
  }

  /** A whole number within bounds; null when absent. */
  whole(field: string, min: number, max: number): number | null {
    const value = this.line[field];
    if (value === undefined || value === null) return null;
    const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max) {
      throw new LineRefused(`${field} must be a whole number from ${min} to ${max}`);
    }
    return number;
  }

  /** An amount of money in major units; null when absent. */
  amount(field: string): number | null {
    const value = this.line[field];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0.01 || value > 100_000) {
      throw new LineRefused(`${field} must be an amount from 0.01 to 100000`);
    }
    return value;
  }

  flag(field: string): boolean | null {
    const value = this.line[field];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'boolean') throw new LineRefused(`${field} must be true or false`);
    return value;
  }

  /** Objects of a list, each as a reader of its own. */
  records(field: string): LineReader[] {
    const value = this.line[field];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value) || value.length > MOST_ITEMS) throw new LineRefused(`${field} must be a list of at most ${MOST_ITEMS}`);
    return value.map((item: unknown) => {
      if (!isRecord(item)) throw new LineRefused(`${field} must be a list of objects`);
      return new LineReader(item);
    });
  }

  warn(what: string): void {
    this.warnings.push(what);
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Without lone surrogates and control characters, which neither the database nor a page can hold; line breaks and tabs stay. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, (character) => (character === '\n' || character === '\r' || character === '\t' ? character : ''));
}
