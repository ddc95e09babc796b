import type { Palette } from './palettes.ts';
import type { Random } from './random.ts';

/** A colour (or a gradient's address), how far along the gradient it stands (0 to 1), and how opaque it is. */
export type Stop = readonly [at: number, colour: string, opacity?: number];
export type Point = readonly [x: number, y: number];

/** One decimal is finer than any picture we serve, and keeps the text short. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

/**
 * Collects the parts of one SVG picture of `w` by `h` units.
 * Opacity is always that of a fill or stroke: resvg paints an element with `opacity` (or a clip) on a layer of its own,
 * which is slow, and ends the whole process where that layer lies outside the picture.
 */
export class Sketch {
  private readonly definitions: string[] = [];
  private readonly parts: string[] = [];

  readonly w: number;
  readonly h: number;
  readonly r: Random;
  readonly p: Palette;
  /** Keeps the names of one picture's definitions apart from those of a picture inside it. */
  private readonly prefix: string;

  constructor(w: number, h: number, random: Random, palette: Palette, prefix = '') {
    this.w = w;
    this.h = h;
    this.r = random;
    this.p = palette;
    this.prefix = prefix;
  }

  add(markup: string): void {
    this.parts.push(markup);
  }

  path(d: string, fill: string, opacity = 1): void {
    this.add(`<path d="${d}" fill="${fill}"${opacity === 1 ? '' : ` fill-opacity="${opacity.toFixed(2)}"`}/>`);
  }

  /** Lines with round ends; points of no length become dots. */
  stroke(d: string, colour: string, width: number, opacity = 1): void {
    this.add(
      `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" stroke-opacity="${opacity.toFixed(2)}"/>`,
    );
  }

  polygon(points: readonly Point[], fill: string, opacity = 1): void {
    this.path(`M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`, fill, opacity);
  }

  rect(x: number, y: number, width: number, height: number, fill: string, opacity = 1, radius = 0): void {
    this.add(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${n(radius)}" fill="${fill}" fill-opacity="${opacity.toFixed(2)}"/>`,
    );
  }

  circle(x: number, y: number, radius: number, fill: string, opacity = 1): void {
    this.add(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}" fill-opacity="${opacity.toFixed(2)}"/>`);
  }

  /** A soft round light that fades to nothing. */
  glow(x: number, y: number, radius: number, colour: string, opacity = 1): void {
    this.circle(
      x,
      y,
      radius,
      this.radial(x, y, radius, [
        [0, colour, opacity],
        [0.35, colour, opacity * 0.42],
        [1, colour, 0],
      ]),
    );
  }

  linear(from: Point, to: Point, stops: readonly Stop[]): string {
    return this.define('linearGradient', `x1="${n(from[0])}" y1="${n(from[1])}" x2="${n(to[0])}" y2="${n(to[1])}"`, stops);
  }

  vertical(from: number, to: number, stops: readonly Stop[]): string {
    return this.linear([0, from], [0, to], stops);
  }

  radial(x: number, y: number, radius: number, stops: readonly Stop[]): string {
    return this.define('radialGradient', `cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"`, stops);
  }

  /** Draws what `draw` adds inside a moved, turned and scaled frame. */
  within(transform: string, draw: () => void): void {
    this.add(`<g transform="${transform}">`);
    draw();
    this.add('</g>');
  }

  /** The name of a clip that keeps what is drawn with it inside the path `d`. */
  clip(d: string): string {
    const id = `${this.prefix}c${this.definitions.length}`;
    this.definitions.push(`<clipPath id="${id}"><path d="${d}"/></clipPath>`);
    return `url(#${id})`;
  }

  /** The picture as a part of another one. */
  toMarkup(): string {
    return `<defs>${this.definitions.join('')}</defs>${this.parts.join('')}`;
  }

  toSvg(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.w} ${this.h}" width="${this.w}" height="${this.h}">${this.toMarkup()}</svg>`;
  }

  private define(element: 'linearGradient' | 'radialGradient', place: string, stops: readonly Stop[]): string {
    const id = `${this.prefix}g${this.definitions.length}`;
    const inside = stops
      .map(([at, colour, opacity = 1]) => `<stop offset="${at.toFixed(3)}" stop-color="${colour}" stop-opacity="${opacity.toFixed(3)}"/>`)
      .join('');
    this.definitions.push(`<${element} id="${id}" gradientUnits="userSpaceOnUse" ${place}>${inside}</${element}>`);
    return `url(#${id})`;
  }
}
