import { darker, lighter, mix } from '../colour.ts';
import { aerial, clouds, heightAt, hills, lamp, land, puff, ridgeLine, ring, sky, sparks, stars } from '../elements.ts';
import { birds, figure, type Figure, sailer, winged } from '../figures.ts';
import { n, type Sketch } from '../sketch.ts';

const heroes: readonly [Figure, ...Figure[]] = ['wanderer', 'knight', 'pair', 'rider'];

/** A rock to stand on, rising from the lower edge, and somebody upon it. */
export function lookout(s: Sketch, kinds: readonly [Figure, ...Figure[]], x: number, top: number, height: number): void {
  const { w, h, r } = s;
  const step = w * 0.045;
  const left = Array.from(
    { length: 9 },
    (_, i) => [x - step * (1 + i * 1.35) - r.range(0, step * 0.6), top + i * i * h * 0.0038 + r.range(0, h * 0.012)] as const,
  );
  const right = Array.from(
    { length: 9 },
    (_, i) => [x + step * (1 + i * 1.35) + r.range(0, step * 0.6), top + i * i * h * 0.0046 + r.range(0, h * 0.012)] as const,
  );
  const outline = [...left.toReversed(), [x, top - 2] as const, ...right];
  s.polygon(
    [[-5, h + 2], [-5, h * 0.9], ...outline, [w + 5, h * 0.9], [w + 5, h + 2]],
    s.vertical(top, h, [
      [0, mix(s.p.near, s.p.far, 0.14)],
      [0.4, s.p.near],
      [1, darker(s.p.near, 0.5)],
    ]),
  );
  figure(s, r.pick(kinds), x, top, height, r.chance(0.5) ? 'left' : 'right');
}

export function mountains(s: Sketch): void {
  const { w, h, r } = s;
  sky(s, 0.66);
  const dark = r.chance(0.5);
  if (dark) stars(s, 140, 0.42);
  const x = r.range(0.28, 0.72) * w;
  lamp(s, x, h * r.range(0.2, 0.36), Math.min(w, h) * r.range(0.07, 0.14), dark);
  clouds(s, 7, 0.14, 0.46, lighter(s.p.horizon, 0.4), 0.22);
  const peaks = ridgeLine(s, h * 0.66, h * 0.36, 1, 90);
  land(
    s,
    peaks,
    s.vertical(h * 0.3, h * 0.68, [
      [0, lighter(aerial(s, 0.1), 0.3)],
      [0.35, aerial(s, 0.15)],
      [1, mix(s.p.horizon, s.p.far, 0.2)],
    ]),
  );
  hills(s, 4, 0.66, 0.9, 0.22, 0.85);
  birds(s, 6, w * r.range(0.25, 0.75), h * 0.3, w * 0.16);
  if (r.chance(0.35)) winged(s, w * r.range(0.3, 0.7), h * r.range(0.16, 0.3), w * r.range(0.26, 0.4), mix(s.p.near, s.p.top, 0.3));
  if (r.chance(0.75)) lookout(s, heroes, w * r.range(0.36, 0.64), h * r.range(0.62, 0.66), Math.min(w, h) * r.range(0.24, 0.3));
  sparks(s, 26, 0.35, 0.95);
}

export function sea(s: Sketch): void {
  const { w, h, r } = s;
  const line = h * r.range(0.5, 0.58);
  sky(s, line / h);
  const x = w * r.range(0.35, 0.65);
  const radius = Math.min(w, h) * r.range(0.09, 0.15);
  clouds(s, 12, 0.08, line / h - 0.04, lighter(s.p.horizon, 0.45), 0.28);
  lamp(s, x, line - radius * r.range(0.1, 1.4), radius);
  const island = ridgeLine(s, line + 4, h * r.range(0.1, 0.2), 0.9);
  const side = r.chance(0.5);
  s.polygon(
    [...island.filter(([px]) => (side ? px < w * 0.42 : px > w * 0.6)), [side ? w * 0.42 : w, line + 2], [side ? 0 : w * 0.6, line + 2]],
    aerial(s, 0.4),
    0.9,
  );
  s.rect(
    0,
    line,
    w,
    h - line,
    s.vertical(line, h, [
      [0, mix(s.p.horizon, s.p.middle, 0.25)],
      [0.3, s.p.middle],
      [1, darker(s.p.top, 0.35)],
    ]),
  );
  for (let i = 0; i < 34; i++) {
    const depth = (i / 34) ** 1.6;
    const y = line + 3 + depth * (h - line);
    const width = radius * (0.8 + depth * 3.2) * r.range(0.35, 1.1);
    s.rect(x - width / 2 + r.range(-1, 1) * radius * (0.3 + depth), y, width, 2 + depth * 5, s.p.glow, 0.7 - depth * 0.55, 3);
  }
  for (let k = 0; k < 3; k++) {
    const y = h * (0.76 + k * 0.09);
    const d = Array.from(
      { length: 9 },
      (_, i) => `Q${n((i + 0.5) * (w / 8))} ${n(y + (i % 2 ? 1 : -1) * h * 0.018)} ${n((i + 1) * (w / 8))} ${n(y)}`,
    ).join('');
    s.path(`M0 ${n(y)}${d}V${h + 2}H0Z`, mix(s.p.middle, s.p.near, 0.45 + k * 0.25), 0.72);
  }
  sailer(s, w * r.range(0.4, 0.6), line + h * 0.16, Math.min(w, h) * r.range(0.32, 0.46));
  birds(s, 7, x, line - radius * 2.3, w * 0.2);
}

export function desert(s: Sketch): void {
  const { w, h, r } = s;
  sky(s, 0.62);
  lamp(s, w * r.range(0.3, 0.7), h * r.range(0.24, 0.4), Math.min(w, h) * r.range(0.12, 0.2));
  clouds(s, 6, 0.16, 0.42, lighter(s.p.horizon, 0.4), 0.26);
  for (let i = 0; i < 3; i++) {
    const at = w * (0.12 + i * 0.34 + r.range(-0.06, 0.06));
    const size = w * r.range(0.1, 0.22);
    const base = h * 0.62;
    const colour = aerial(s, 0.25 + i * 0.1);
    s.polygon(
      [
        [at, base - size],
        [at + size, base],
        [at - size, base],
      ],
      colour,
    );
    s.polygon(
      [
        [at, base - size],
        [at + size, base],
        [at + size * 0.2, base],
      ],
      darker(colour, 0.25),
    );
  }
  for (let layer = 0; layer < 4; layer++) {
    const y = h * (0.6 + layer * 0.085);
    const crest = w * r.range(0.25, 0.75);
    const colour = aerial(s, 0.2 + layer * 0.26);
    s.path(
      `M0 ${n(y + h * 0.05)}C${n(crest * 0.5)} ${n(y + h * 0.03)} ${n(crest * 0.8)} ${n(y - h * 0.03)} ${n(crest)} ${n(y - h * 0.03)}C${n(crest * 1.2)} ${n(y)} ${n(w * 0.9)} ${n(y + h * 0.05)} ${w} ${n(y + h * 0.02)}V${h + 2}H0Z`,
      s.linear(
        [0, y],
        [w, y + h * 0.25],
        [
          [0, lighter(colour, 0.16)],
          [1, darker(colour, 0.3)],
        ],
      ),
    );
    s.path(
      `M${n(crest)} ${n(y - h * 0.03)}C${n(crest + w * 0.02)} ${n(y + h * 0.03)} ${n(crest - w * 0.1)} ${n(y + h * 0.09)} ${n(crest - w * 0.02)} ${n(y + h * 0.2)}C${n(crest + w * 0.2)} ${n(y + h * 0.2)} ${n(w)} ${n(y + h * 0.2)} ${w} ${n(y + h * 0.02)}C${n(w * 0.9)} ${n(y + h * 0.05)} ${n(crest * 1.2)} ${n(y)} ${n(crest)} ${n(y - h * 0.03)}Z`,
      darker(colour, 0.4),
      0.35,
    );
  }
  figure(
    s,
    r.pick(['wanderer', 'rider', 'pair', 'soldier']),
    w * r.range(0.36, 0.64),
    h * 0.74,
    Math.min(w, h) * r.range(0.2, 0.3),
    'right',
  );
  sparks(s, 40, 0.4, 1, s.p.glow);
}

export function village(s: Sketch): void {
  const { w, h, r } = s;
  sky(s, 0.6);
  lamp(s, w * r.range(0.2, 0.8), h * 0.22, Math.min(w, h) * 0.08);
  for (let i = 0; i < 4; i++) puff(s, w * r.range(0, 1), h * r.range(0.1, 0.36), w * r.range(0.18, 0.36), lighter(s.p.horizon, 0.5), 0.8);
  const field = hills(s, 3, 0.56, 0.7, 0.14, 0.15);
  const rows = mix(s.p.near, s.p.far, 0.4);
  s.rect(
    0,
    h * 0.7,
    w,
    h * 0.3,
    s.vertical(h * 0.66, h, [
      [0, mix(s.p.far, s.p.spark, 0.3)],
      [1, s.p.near],
    ]),
  );
  for (let i = -7; i <= 7; i++)
    s.polygon(
      [
        [w / 2 + i * w * 0.05, h * 0.7],
        [w / 2 + i * w * 0.05 + 5, h * 0.7],
        [w / 2 + i * w * 0.2 + 26, h],
        [w / 2 + i * w * 0.2, h],
      ],
      rows,
      0.45,
    );
  for (const at of [0.2, 0.5, 0.79]) {
    const x = w * (at + r.range(-0.05, 0.05));
    const size = Math.min(w, h) * r.range(0.17, 0.24);
    const base = heightAt(field, x) + h * 0.05 + size * 0.3;
    const wall = mix(s.p.letters, s.p.far, 0.3);
    s.rect(x - size * 0.5, base - size * 0.6, size, size * 0.6, wall);
    s.rect(x + size * 0.18, base - size * 0.6, size * 0.32, size * 0.6, darker(wall, 0.3), 0.5);
    s.polygon(
      [
        [x - size * 0.64, base - size * 0.56],
        [x, base - size * 1.16],
        [x + size * 0.64, base - size * 0.56],
      ],
      r.pick([s.p.spark, mix(s.p.spark, '#c0392b', 0.6), mix(s.p.near, s.p.spark, 0.4)]),
    );
    s.rect(x - size * 0.3, base - size * 0.42, size * 0.2, size * 0.2, s.p.glow, 1, 3);
    s.rect(x + size * 0.04, base - size * 0.36, size * 0.2, size * 0.36, s.p.near);
    s.path(
      ring(x - size * 0.95, base - size * 0.5, size * 0.36) +
        ring(x - size * 0.75, base - size * 0.74, size * 0.28) +
        ring(x - size * 1.1, base - size * 0.72, size * 0.26),
      mix(s.p.far, '#2f7d3f', 0.5),
    );
    s.rect(x - size, base - size * 0.3, size * 0.12, size * 0.34, mix(s.p.near, '#5a3416', 0.5));
  }
  sparks(s, 22, 0.5, 0.9, s.p.glow);
}
