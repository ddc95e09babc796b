import { readFileSync } from 'node:fs';
import { initials, platformFamily } from '@keyturn/shop-rules';
import { type ImageRecipe, isCover } from './recipe.ts';

/** Outlines of Manrope ExtraBold, 1000 units per em: the same tile on every machine, whatever fonts it has. */
const outlines = JSON.parse(readFileSync(new URL('./letters.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, { readonly width: number; readonly path: string }>
>;
const CAP_HEIGHT = 720;
const SPACE = 250;

// The storefront's design tokens: surfaces, text and platform tints, with a contrast of at least 7:1.
const SURFACE = ['#222c3a', '#11161e'] as const;
const TEXT = '#f3f6fa';
const TINTS: Readonly<Record<string, string>> = {
  Steam: '#a9d3ff',
  'Epic Games': '#e6e6e6',
  Ubisoft: '#8fb8ff',
  PlayStation: '#7db4ff',
  Xbox: '#7fd67f',
  Nintendo: '#ff8a8f',
};
const OTHER_TINT = '#b6c1cf';

/** The picture of a product that has none: the initials of its name, and its platform. */
export function tileRecipe({ name, platform }: { name: string; platform: string }): ImageRecipe {
  return { v: 4, kind: 'tile', title: initials(name), platform };
}

/** The wide picture of a post that has none. */
export function wideTileRecipe(title: string): ImageRecipe {
  return { v: 4, kind: 'wide-tile', title: initials(title) };
}

/** A tile as SVG, `width` pixels wide. Letters are outlines: no text of a product gets into the markup. */
export function tileSvg(recipe: ImageRecipe, width: number): string {
  const { kind, platform = '' } = recipe;
  const [w, h] = isCover(kind) ? [600, 800] : [1280, 720];
  const letters = recipe.v < 4 ? initials(recipe.title) : recipe.title;
  const tint = TINTS[platformFamily(platform) ?? ''] ?? OTHER_TINT;
  const middle = h * (isCover(kind) ? 0.4 : 0.47);
  const centre = canDraw(letters)
    ? text(letters, { x: w / 2, y: middle, size: 300, widest: w * 0.72, fill: TEXT })
    : keySymbol(w / 2, middle);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${width}" height="${Math.round((width * h) / w)}" preserveAspectRatio="none">
<linearGradient id="s" x2="0" y2="1"><stop stop-color="${SURFACE[0]}"/><stop offset="1" stop-color="${SURFACE[1]}"/></linearGradient>
<rect width="${w}" height="${h}" fill="url(#s)"/>${centre}
<rect x="${w / 2 - 60}" y="${middle + 150}" width="120" height="8" rx="4" fill="${tint}"/>
${text(platform, { x: w / 2, y: middle + 222, size: 56, widest: w * 0.8, fill: tint })}</svg>`;
}

function canDraw(letters: string): boolean {
  return letters !== '' && [...letters].every((letter) => outlineOf(letter));
}

/** The letter's outline, or that of the letter without its accents. */
function outlineOf(letter: string) {
  return outlines[letter] ?? outlines[[...letter.normalize('NFD')][0] ?? ''];
}

/** One line, its capitals centred on `x` and `y`; characters without an outline are left out. */
function text(line: string, style: { x: number; y: number; size: number; widest: number; fill: string }): string {
  let width = 0;
  const paths = [...line].flatMap((letter) => {
    const outline = outlineOf(letter);
    const from = width;
    width += outline?.width ?? (letter === ' ' ? SPACE : 0);
    return outline ? [`<path transform="translate(${from})" d="${outline.path}"/>`] : [];
  });
  const scale = Math.min(style.size / 1000, style.widest / Math.max(1, width));
  const at = [style.x - (width * scale) / 2, style.y + (CAP_HEIGHT * scale) / 2].map((part) => part.toFixed(1)).join(' ');
  return `<g fill="${style.fill}" transform="translate(${at}) scale(${scale.toFixed(4)})">${paths.join('')}</g>`;
}

/** For names in scripts without outlines, and for empty names. */
function keySymbol(x: number, y: number): string {
  return `<g transform="translate(${x} ${y}) rotate(-45)" fill="none" stroke="${TEXT}" stroke-width="34" stroke-linecap="round" stroke-linejoin="round">
<circle cx="-80" r="56"/><path d="M-24 0H140V52M74 0V40"/></g>`;
}
