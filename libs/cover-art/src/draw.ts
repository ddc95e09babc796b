import { renderAsync } from '@resvg/resvg-js';
import { composeSvg } from './compose.ts';
import { fontFiles } from './fonts.ts';
import type { ArtRecipe } from './recipe.ts';

/** RGBA pixels, row by row, four bytes each. */
export interface Pixels {
  readonly pixels: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Draws a recipe `width` pixels wide, off the event loop's thread. */
export async function drawArt(recipe: ArtRecipe, width: number): Promise<Pixels> {
  const svg = composeSvg(recipe);
  const families = new Set(Array.from(svg.matchAll(/font-family="'([^']+)'"/g), ([, family = '']) => family));
  return renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false, fontFiles: families.size === 0 ? [] : fontFiles(families) },
    logLevel: 'off',
  });
}
