import { type FontFamily, textWidth, weightOf } from './fonts.ts';
import type { Mood } from './palettes.ts';
import { n, type Sketch } from './sketch.ts';

const familyOf: Record<Mood, FontFamily> = {
  epic: 'Cinzel',
  command: 'Cinzel',
  dread: 'Oswald',
  wild: 'Oswald',
  sport: 'Oswald',
  water: 'Oswald',
  future: 'Exo 2',
  speed: 'Exo 2',
  tool: 'Manrope',
  calm: 'Baloo 2',
  play: 'Baloo 2',
  tender: 'Baloo 2',
};

const LONGEST_WORD = 18;
const MOST_LETTERS = 64;

/** Keeps what can be drawn: letters that no font has lose their accents or go, and so do control characters. */
export function drawable(text: string): string {
  const kept = [
    ...text
      .toWellFormed()
      .normalize('NFC')
      .replace(/[™®©℠\s]+/gu, ' '),
  ].map((letter) => {
    if (textWidth(letter, 'Manrope') !== null) return letter;
    const plain = letter.normalize('NFKD').replace(/\p{Mark}/gu, '');
    return textWidth(plain, 'Manrope') === null ? '' : plain;
  });
  return kept.join('').replace(/\s+/gu, ' ').trim();
}

/** The mood's family, or the one that knows every letter we draw. */
export function familyFor(text: string, mood: Mood): FontFamily {
  return textWidth(text, familyOf[mood]) === null ? 'Manrope' : familyOf[mood];
}

/** Name, what follows a colon or dash, and the edition: `The Witcher 3: Wild Hunt - Complete Edition`. */
export function titleParts(title: string): { main: string; rest: string; edition: string } {
  const edition = /[\s:–-]+((?:Game of the Year|Day One|Year \d+|\d+\w* Anniversary|Director['’]s|[\p{L}\d'’.]+) Edition)$/iu.exec(title);
  const cut = edition ? title.slice(0, edition.index) : title;
  const split = /^(.{3,}?)(?:: | [–-] )(.+)$/u.exec(cut);
  return { main: split?.[1] ?? cut, rest: split?.[2] ?? '', edition: edition?.[1] ?? '' };
}

/** Cut to a readable length, with over-long words broken. */
function wordsOf(text: string): string[] {
  const letters = [...text];
  const short =
    letters.length > MOST_LETTERS
      ? `${letters
          .slice(0, MOST_LETTERS - 1)
          .join('')
          .trimEnd()}…`
      : text;
  const words = short.split(' ');
  const last = words.at(-1) ?? '';
  // A number alone on the last line looks lost.
  if (words.length > 1 && /^[\dIVX]{1,4}$/u.test(last)) words.splice(-2, 2, `${words.at(-2) ?? ''}\u00a0${last}`);
  return words.flatMap((word) => {
    const parts = [...word];
    if (word.includes('\u00a0') && parts.length <= LONGEST_WORD + 4) return [word];
    return Array.from({ length: Math.max(1, Math.ceil(parts.length / LONGEST_WORD)) }, (_, i) =>
      parts.slice(i * LONGEST_WORD, (i + 1) * LONGEST_WORD).join(''),
    );
  });
}

export interface SetText {
  readonly lines: readonly string[];
  readonly size: number;
  readonly height: number;
}

/** Breaks a text into the lines that let it be largest inside the box, of lengths as even as can be. */
export function fit(text: string, family: FontFamily, box: { width: number; height: number; largest: number }, leading = 1.08): SetText {
  const words = wordsOf(text);
  const widths = words.map((word) => textWidth(word, family) ?? word.length * 0.7);
  const gap = textWidth(' ', family) ?? 0.3;
  let best: SetText = { lines: [], size: 0, height: 0 };
  for (let count = 1; count <= Math.min(5, words.length); count++) {
    const lines = balance(widths, gap, count);
    const longest = Math.max(
      ...lines.map(([from, to]) => widths.slice(from, to).reduce((sum, width) => sum + width, (to - from - 1) * gap)),
    );
    const size = Math.min(box.largest, box.width / longest, box.height / (count * leading));
    if (size > best.size * 1.04)
      best = { lines: lines.map(([from, to]) => words.slice(from, to).join(' ')), size, height: size * leading * count };
  }
  return best;
}

/** Splits into `count` runs so that the longest is as short as possible. */
function balance(widths: readonly number[], gap: number, count: number): (readonly [number, number])[] {
  let low = Math.max(...widths);
  let high = widths.reduce((sum, width) => sum + width + gap, 0);
  const runs = (limit: number): (readonly [number, number])[] => {
    const result: (readonly [number, number])[] = [];
    let from = 0;
    let filled = -gap;
    for (const [index, width] of widths.entries()) {
      if (filled + gap + width > limit && index > from) {
        result.push([from, index]);
        from = index;
        filled = -gap;
      }
      filled += gap + width;
    }
    return [...result, [from, widths.length]];
  };
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    if (runs(middle).length <= count) high = middle;
    else low = middle;
  }
  return runs(high);
}

const escape = (text: string): string => text.replace(/[&<>"']/gu, (letter) => `&#${letter.codePointAt(0) ?? 32};`);

/** One line, with a soft dark edge so that it reads on any ground. */
export function line(
  s: Sketch,
  text: string,
  x: number,
  baseline: number,
  size: number,
  style: { family: FontFamily; fill: string; spacing?: number; anchor?: 'start' | 'middle' | 'end'; edge?: string; opacity?: number },
): void {
  const { family, fill, spacing = 0, anchor = 'middle', edge, opacity = 1 } = style;
  const common = `x="${n(x + (anchor === 'middle' ? (spacing * size) / 2 : 0))}" font-family="'${family}'" font-weight="${weightOf(family)}" font-size="${n(size)}" text-anchor="${anchor}"${spacing === 0 ? '' : ` letter-spacing="${n(spacing * size)}"`}`;
  if (edge) {
    s.add(
      `<text ${common} y="${n(baseline + size * 0.05)}" fill="${edge}" stroke="${edge}" stroke-width="${n(size * 0.11)}" stroke-linejoin="round" fill-opacity="0.55" stroke-opacity="0.55">${escape(text)}</text>`,
    );
  }
  s.add(`<text ${common} y="${n(baseline)}" fill="${fill}" fill-opacity="${opacity.toFixed(2)}">${escape(text)}</text>`);
}
