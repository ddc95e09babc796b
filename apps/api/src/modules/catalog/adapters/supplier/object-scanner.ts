import type { FeedLine } from '../../application/import-ports.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const NEWLINE = 10;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;

/** Deeper than any product; what reads an object may call itself once a level. */
const MOST_NESTED = 50;

/**
 * Splits a stream of JSON text into objects: those of a top-level array, those of the `results` of top-level pages, and top-level objects
 * that are no pages. Does not validate them: the caller parses them.
 */
export class ObjectScanner {
  /** How many brackets are open. */
  private open = 0;
  private isString = false;
  private isEscaped = false;
  private number = 1;
  /** The text of the object that is being read; null between objects. */
  private text: string | null = null;
  private startedAt = 1;
  /** How many brackets are open around the object. */
  private around = 0;
  private isTooLong = false;
  private isTooDeep = false;

  constructor(private readonly longest: number) {}

  *read(chunk: string): Generator<FeedLine> {
    let from = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk.charCodeAt(index);
      if (code === NEWLINE) this.number += 1;
      if (this.isString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (code === BACKSLASH) this.isEscaped = true;
        else if (code === QUOTE) this.isString = false;
        continue;
      }
      if (code === QUOTE) {
        this.isString = true;
      } else if (code === OPEN_BRACE) {
        if (this.text === null) {
          this.text = '';
          this.startedAt = this.number;
          this.around = this.open;
          from = index;
        }
        this.enter();
      } else if (code === OPEN_BRACKET) {
        if (this.isPage(chunk, from, index)) this.text = null;
        this.enter();
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        if (this.open > 0) this.open -= 1;
        if (this.text !== null && this.open === this.around && code === CLOSE_BRACE) {
          yield this.cut(this.text + chunk.slice(from, index + 1));
          this.text = null;
        }
      }
    }
    if (this.text !== null) {
      this.text += chunk.slice(from);
      if (this.text.length > this.longest) {
        this.isTooLong = true;
        this.text = '';
      }
    }
  }

  *end(): Generator<FeedLine> {
    if (this.text !== null) yield { number: this.startedAt, text: null, reason: 'the file ends inside this object' };
    else if (this.open > 0) yield { number: this.number, text: null, reason: 'the file ends before its list does' };
  }

  /** At the bracket of `{… "results": [` of a top-level object. */
  private isPage(chunk: string, from: number, bracket: number): boolean {
    if (this.text === null || this.around !== 0 || this.open !== 1) return false;
    const before = `${this.text.slice(-100)}${chunk.slice(Math.max(from, bracket - 100), bracket)}`;
    return /"results"\s*:\s*$/.test(before);
  }

  private enter(): void {
    this.open += 1;
    if (this.text !== null && this.open - this.around > MOST_NESTED) this.isTooDeep = true;
  }

  private cut(text: string): FeedLine {
    const { isTooDeep, isTooLong } = this;
    this.isTooDeep = false;
    this.isTooLong = false;
    const refused = (reason: string) => ({ number: this.startedAt, text: null, reason });
    if (isTooDeep) return refused(`nested deeper than ${MOST_NESTED} levels`);
    return isTooLong ? refused(`longer than ${this.longest} characters`) : { number: this.startedAt, text };
  }
}
