import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import anyAscii from 'any-ascii';
import { create } from 'fontkit';
import PDFDocument from 'pdfkit';

/** Of one typeface, each with the letters of some scripts. The first that has a letter draws it. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'] as const;
const SIZE = 9;
const LINE_HEIGHT = 13;
const MARGIN = 50;
/**
 * For letters that neither a subset has nor Latin ones can stand for. A package of a Japanese font has 80 megabytes, and Arabic
 * and Hebrew are written from right to left: their letters are written in Latin ones, by their sound, and the file says so.
 */
const UNKNOWN = '?';
const SAYS_LATIN = 'Letters of other scripts are written in Latin letters in this file.';
/** Accents and marks of other scripts, and what joins letters: nothing is lost without them. */
const MARK = /[\p{M}\p{Cf}]/u;
/** Always the same, so that the same text makes the same file: a repeated upload is known by that. */
const MADE_AT = new Date(0);

interface Face {
  readonly subset: string;
  readonly file: Buffer;
  /** Points of a letter in this size; null: the subset has none for it. */
  readonly widthOf: (letter: string) => number | null;
}

const { resolve } = createRequire(import.meta.url);
let loaded: readonly Face[] | null = null;

/** A text as PDF on A4, with its line breaks; longer lines are wrapped. The same title and text make the same bytes. */
export async function pdfOf(title: string, text: string): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: MARGIN, info: { Title: title, CreationDate: MADE_AT } });
  const whole = buffer(document);
  for (const { subset, file } of faces()) document.registerFont(subset, file);
  const { width, height } = document.page;
  let y = MARGIN;
  const asGiven = [title, '', ...text.split('\n')];
  const said = Array.from(text).some((letter) => letter !== '\n' && letterOf(letter) === null) ? ['', SAYS_LATIN] : [];
  for (const line of [...asGiven, ...said].flatMap((one) => wrapped(lettersOf(one), width - 2 * MARGIN))) {
    if (y + LINE_HEIGHT > height - MARGIN) {
      document.addPage();
      y = MARGIN;
    }
    draw(document, line, y);
    y += LINE_HEIGHT;
  }
  document.end();
  return whole;
}

interface Letter {
  readonly letter: string;
  readonly subset: string;
  readonly width: number;
}

function draw(document: PDFKit.PDFDocument, line: readonly Letter[], y: number): void {
  let x = MARGIN;
  let drawn = 0;
  while (drawn < line.length) {
    const subset = line[drawn]?.subset ?? '';
    const next = line.findIndex((one, place) => place > drawn && one.subset !== subset);
    const run = line.slice(drawn, next === -1 ? line.length : next);
    const text = run.map(({ letter }) => letter).join('');
    document.font(subset).fontSize(SIZE).text(text, x, y, { lineBreak: false });
    x += widthOf(run);
    drawn += run.length;
  }
}

function lettersOf(line: string): Letter[] {
  return Array.from(line, (letter) => letterOf(letter) ?? inLatin(letter)).flat();
}

/** How a letter that no subset has is written. */
function inLatin(letter: string): Letter[] {
  const latin = anyAscii(letter);
  return Array.from(latin === '' && !MARK.test(letter) ? UNKNOWN : latin).flatMap((one) => letterOf(one) ?? []);
}

function letterOf(letter: string): Letter | null {
  for (const { subset, widthOf: widthIn } of faces()) {
    const width = widthIn(letter);
    if (width !== null) return { letter, subset, width };
  }
  return null;
}

/** In lines that are at most `most` points wide, broken after a blank where there is one. */
function wrapped(letters: readonly Letter[], most: number): (readonly Letter[])[] {
  const lines = [];
  let rest = letters;
  while (widthOf(rest) > most) {
    let width = 0;
    const over = rest.findIndex((letter) => (width += letter.width) > most);
    const blank = rest.slice(0, over).findLastIndex(({ letter }) => letter === ' ');
    const end = blank > 0 ? blank + 1 : Math.max(over, 1);
    lines.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...lines, rest];
}

function widthOf(letters: readonly Letter[]): number {
  return letters.reduce((sum, { width }) => sum + width, 0);
}

function faces(): readonly Face[] {
  return (loaded ??= SUBSETS.map((subset) => {
    const file = readFileSync(resolve(`@fontsource/manrope/files/manrope-${subset}-400-normal.woff`));
    const font = create(file);
    if (!('hasGlyphForCodePoint' in font)) throw new Error(`${subset} is not one font.`);
    const widthOf = (letter: string) => {
      const code = letter.codePointAt(0) ?? 0;
      return font.hasGlyphForCodePoint(code) ? (font.glyphForCodePoint(code).advanceWidth * SIZE) / font.unitsPerEm : null;
    };
    return { subset, file, widthOf };
  }));
}
