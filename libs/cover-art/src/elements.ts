import { darker, lighter, mix } from './colour.ts';
import { n, type Point, type Sketch } from './sketch.ts';

/** What scenes are put together from. Every measure is a share of the picture or in its units. */

export function sky(s: Sketch, horizonAt = 0.72): void {
  const { p, w, h } = s;
  s.rect(
    0,
    0,
    w,
    h,
    s.vertical(0, h * horizonAt, [
      [0, p.top],
      [0.5, p.middle],
      [1, p.horizon],
    ]),
  );
}

/** Sun or moon with its halo. */
export function lamp(s: Sketch, x: number, y: number, radius: number, moon = false): void {
  s.glow(x, y, radius * 5.5, s.p.glow, 0.5);
  s.glow(x, y, radius * 2.4, s.p.glow, 0.7);
  s.circle(
    x,
    y,
    radius,
    s.radial(x - radius * 0.3, y - radius * 0.3, radius * 1.5, [
      [0, '#ffffff'],
      [0.6, s.p.glow],
      [1, mix(s.p.glow, s.p.horizon, 0.5)],
    ]),
  );
  if (!moon) return;
  for (let i = 0; i < 5; i++) {
    const turn = s.r.range(0, 6.28);
    const reach = radius * s.r.range(0.1, 0.62);
    s.circle(x + Math.cos(turn) * reach, y + Math.sin(turn) * reach, radius * s.r.range(0.06, 0.2), mix(s.p.glow, s.p.middle, 0.5), 0.28);
  }
}

export function stars(s: Sketch, count: number, lowest: number): void {
  for (const [share, width, opacity] of [
    [0.7, 1.4, 0.55],
    [0.25, 2.4, 0.8],
    [0.05, 4, 0.95],
  ] as const) {
    const dots = Array.from({ length: Math.ceil(count * share) }, () => `M${n(s.r.range(0, s.w))} ${n(s.r.range(0, lowest * s.h))}h.1`);
    s.stroke(dots.join(''), '#ffffff', width, opacity);
  }
}

/** Sparks, embers, snow or fireflies: soft dots of a few sizes. */
export function sparks(s: Sketch, count: number, from: number, to: number, colour = s.p.spark): void {
  for (const [share, width, opacity] of [
    [0.6, 2, 0.75],
    [0.3, 4, 0.6],
    [0.1, 7, 0.5],
  ] as const) {
    const dots = Array.from({ length: Math.ceil(count * share) }, () => `M${n(s.r.range(0, s.w))} ${n(s.r.range(from, to) * s.h)}h.1`);
    s.stroke(dots.join(''), colour, width, opacity);
  }
}

/** Flat streaks of cloud that fade at both ends. */
export function clouds(s: Sketch, count: number, from: number, to: number, colour: string, opacity = 0.35): void {
  for (let i = 0; i < count; i++) {
    const x = s.r.range(-0.2, 0.8) * s.w;
    const y = s.r.range(from, to) * s.h;
    const width = s.r.range(0.3, 0.7) * s.w;
    const height = s.r.range(0.006, 0.016) * s.h;
    const fill = s.linear(
      [x, 0],
      [x + width, 0],
      [
        [0, colour, 0],
        [s.r.range(0.3, 0.7), colour, opacity * 1.6],
        [1, colour, 0],
      ],
    );
    for (let k = 0; k < 3; k++)
      s.rect(x + s.r.range(0, 0.2) * width, y - k * height * 0.8, width * s.r.range(0.5, 0.8), height, fill, 1, height / 2);
  }
}

/** A heap of round cloud, light above and shaded below. */
export function puff(s: Sketch, x: number, y: number, width: number, colour: string, opacity = 1): void {
  const fill = s.vertical(y - width * 0.35, y + width * 0.12, [
    [0, lighter(colour, 0.35)],
    [1, colour],
  ]);
  const balls: readonly (readonly [number, number, number])[] = [
    [-0.34, 0, 0.15],
    [-0.15, -0.09, 0.2],
    [0.08, -0.13, 0.23],
    [0.28, -0.03, 0.17],
    [0.42, 0.03, 0.1],
  ];
  const d = balls.map(([dx, dy, radius]) => ring(x + dx * width, y + dy * width, radius * width)).join('');
  s.path(`${d}M${n(x - width * 0.48)} ${n(y)}h${n(width * 0.96)}v${n(width * 0.12)}h${n(-width * 0.96)}Z`, fill, opacity);
}

/** A circle as a path, so that many of them are one element. */
export function ring(x: number, y: number, radius: number): string {
  // Rounded before it is doubled: an arc a hair wider than its chord would bulge.
  const reach = Math.round(radius * 10) / 10;
  const arc = `a${reach} ${reach} 0 1 0`;
  return `M${n(x - reach)} ${n(y)}${arc} ${n(reach * 2)} 0${arc} ${n(-reach * 2)} 0Z`;
}

/** Heights of a skyline of hills from left to right: `sharp` 0 is rolling, 1 is alpine. */
export function ridgeLine(s: Sketch, base: number, height: number, sharp: number, steps = 56): Point[] {
  const octaves = [1.6, 3.4, 7.5, 16, 33].map((frequency, i) => ({
    frequency,
    share: (sharp > 0.5 ? 0.56 : 0.36) ** i,
    grid: Array.from({ length: 40 }, () => s.r.next()),
  }));
  const total = octaves.reduce((sum, { share }) => sum + share, 0);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const value = octaves.reduce((sum, { frequency, share, grid }) => {
      const at = (step / steps) * frequency;
      const t = at % 1;
      const eased = t * t * (3 - 2 * t);
      const noise = (grid[Math.floor(at)] ?? 0) * (1 - eased) + (grid[Math.floor(at) + 1] ?? 0) * eased;
      return sum + share * (sharp > 0.5 ? 1 - Math.abs(2 * noise - 1) : noise);
    }, 0);
    return [(step / steps) * s.w, base - (value / total) * height] as const;
  });
}

/** Fills from a skyline down to the lower edge. */
export function land(s: Sketch, line: readonly Point[], fill: string): void {
  s.polygon([...line, [s.w, s.h + 2], [0, s.h + 2]], fill);
}

/** The height of the skyline at `x`. */
export function heightAt(line: readonly Point[], x: number): number {
  const after = line.findIndex(([px]) => px >= x);
  const right = line[Math.max(0, after)] ?? [0, 0];
  const left = line[Math.max(0, after - 1)] ?? right;
  const share = right[0] === left[0] ? 0 : (x - left[0]) / (right[0] - left[0]);
  return left[1] + (right[1] - left[1]) * share;
}

/** The colour of layer `i` of `count`, seen through the air: the far end is the horizon's, the near end nearly black. */
export function aerial(s: Sketch, share: number): string {
  return share < 0.5 ? mix(mix(s.p.horizon, s.p.far, 0.45), s.p.far, share * 2) : mix(s.p.far, s.p.near, (share - 0.5) * 2);
}

/** Layers of hills with haze between them; answers the nearest skyline. */
export function hills(s: Sketch, layers: number, from: number, to: number, height: number, sharp: number): Point[] {
  let line: Point[] = [];
  for (let i = 0; i < layers; i++) {
    const share = layers === 1 ? 1 : i / (layers - 1);
    const base = s.h * (from + (to - from) * share);
    const tall = s.h * height * (1 - share * 0.45);
    line = ridgeLine(s, base, tall, sharp * (1 - share * 0.4));
    const colour = aerial(s, share);
    land(
      s,
      line,
      s.vertical(base - tall, base + s.h * 0.12, [
        [0, colour],
        [1, mix(colour, share < 0.9 ? s.p.horizon : s.p.near, share < 0.9 ? 0.35 : 0.5)],
      ]),
    );
  }
  return line;
}

/** Beams from a light, fading outwards. */
export function beams(s: Sketch, x: number, y: number, count: number, opacity = 0.16): void {
  const reach = Math.hypot(s.w, s.h);
  const fill = s.radial(x, y, reach * 0.8, [
    [0, s.p.glow, 1],
    [1, s.p.glow, 0],
  ]);
  for (let i = 0; i < count; i++) {
    const turn = ((i + s.r.range(0.1, 0.9)) / count) * 6.283;
    const spread = s.r.range(0.02, 0.09);
    s.polygon(
      [
        [x, y],
        [x + Math.cos(turn - spread) * reach, y + Math.sin(turn - spread) * reach],
        [x + Math.cos(turn + spread) * reach, y + Math.sin(turn + spread) * reach],
      ],
      fill,
      opacity,
    );
  }
}

/** A layered fir with its foot at (x, y). */
export function fir(x: number, y: number, height: number): string {
  const wide = height * 0.26;
  let left = '';
  let right = '';
  for (let tier = 0; tier < 5; tier++) {
    const top = y - height + (height * 0.86 * tier) / 5;
    const bottom = y - height + (height * 0.92 * (tier + 1)) / 5;
    const reach = wide * (0.3 + 0.7 * ((tier + 1) / 5));
    left = `L${n(x - reach)} ${n(bottom)}L${n(x - reach * 0.45)} ${n(bottom - height * 0.02)}${left}`;
    right += `L${n(x + reach * 0.42)} ${n(top + (bottom - top) * 0.2)}L${n(x + reach)} ${n(bottom)}`;
  }
  return `M${n(x)} ${n(y - height)}${right}L${n(x + wide * 0.12)} ${n(y)}L${n(x - wide * 0.12)} ${n(y)}${left}Z`;
}

/** A tree without leaves, as one path of strokes per thickness. */
export function bareTree(s: Sketch, x: number, y: number, height: number, colour: string): void {
  const strokes = new Map<number, string>();
  const grow = (fromX: number, fromY: number, length: number, turn: number, depth: number) => {
    const toX = fromX + Math.sin(turn) * length;
    const toY = fromY - Math.cos(turn) * length;
    const bend = s.r.range(-0.12, 0.12) * length;
    strokes.set(
      depth,
      `${strokes.get(depth) ?? ''}M${n(fromX)} ${n(fromY)}Q${n((fromX + toX) / 2 + bend)} ${n((fromY + toY) / 2)} ${n(toX)} ${n(toY)}`,
    );
    if (depth === 0) return;
    grow(toX, toY, length * s.r.range(0.66, 0.8), turn - s.r.range(0.2, 0.65), depth - 1);
    grow(toX, toY, length * s.r.range(0.6, 0.78), turn + s.r.range(0.2, 0.65), depth - 1);
  };
  grow(x, y, height * 0.3, s.r.range(-0.15, 0.15), 5);
  for (const [depth, d] of strokes) s.stroke(d, colour, Math.max(1, height * 0.01 * (depth + 0.4) ** 1.25));
}

/** Darker edges, so that the eye stays in the middle. */
export function vignette(s: Sketch, strength = 0.55): void {
  const { w, h } = s;
  const reach = Math.hypot(w, h) * 0.62;
  s.rect(
    0,
    0,
    w,
    h,
    s.radial(w / 2, h * 0.45, reach, [
      [0, '#000000', 0],
      [0.55, '#000000', 0],
      [1, darker(s.p.near, 0.5), strength],
    ]),
  );
}
