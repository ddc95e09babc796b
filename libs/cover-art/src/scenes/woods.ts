import { darker, mix } from '../colour.ts';
import { aerial, bareTree, beams, clouds, fir, hills, lamp, land, ridgeLine, sky, sparks } from '../elements.ts';
import { figure, winged } from '../figures.ts';
import { type Sketch } from '../sketch.ts';

export function forest(s: Sketch): void {
  const { w, h, r } = s;
  sky(s, 0.8);
  const x = w * r.range(0.35, 0.65);
  lamp(s, x, h * 0.34, Math.min(w, h) * r.range(0.06, 0.1));
  for (let layer = 0; layer < 5; layer++) {
    const share = layer / 4;
    const ground = h * (0.6 + share * 0.26);
    const colour = aerial(s, share);
    const trees = Math.round(15 - layer * 2.2);
    let d = '';
    for (let i = 0; i <= trees; i++) {
      const at = (i / trees) * w * 1.1 - w * 0.05 + r.range(-14, 14);
      const away = Math.abs(at - x) / w;
      if (layer > 1 && away < 0.14 + share * 0.16) continue;
      d += fir(at, ground + 10, h * r.range(0.13, 0.24) * (0.7 + share * 1.5));
    }
    s.path(
      d,
      s.vertical(ground - h * 0.42, ground, [
        [0, colour],
        [1, mix(colour, share < 0.8 ? s.p.horizon : s.p.near, 0.35)],
      ]),
    );
    land(s, ridgeLine(s, ground + 14, h * 0.05, 0.1), mix(colour, s.p.near, share * 0.5));
    if (layer === 1) beams(s, x, h * 0.34, 16, 0.2);
  }
  if (r.chance(0.6)) figure(s, r.pick(['wanderer', 'knight', 'rider', 'pair']), x, h * 0.83, Math.min(w, h) * r.range(0.17, 0.24));
  sparks(s, 60, 0.4, 0.95);
}

export function haunted(s: Sketch): void {
  const { w, h, r } = s;
  sky(s, 0.72);
  const x = w * r.range(0.38, 0.62);
  lamp(s, x, h * 0.3, Math.min(w, h) * r.range(0.15, 0.21), true);
  clouds(s, 9, 0.12, 0.5, s.p.top, 0.4);
  hills(s, 2, 0.62, 0.7, 0.14, 0.5);
  const base = h * 0.7;
  const size = Math.min(w, h) * 0.3;
  const dark = darker(s.p.near, 0.2);
  if (r.chance(0.65)) {
    s.polygon(
      [
        [x - size * 0.5, base],
        [x - size * 0.5, base - size * 0.6],
        [x - size * 0.6, base - size * 0.58],
        [x - size * 0.28, base - size * 0.95],
        [x - size * 0.1, base - size * 0.7],
        [x - size * 0.1, base - size * 1.05],
        [x + size * 0.06, base - size * 1.5],
        [x + size * 0.22, base - size * 1.05],
        [x + size * 0.22, base - size * 0.66],
        [x + size * 0.4, base - size * 0.86],
        [x + size * 0.66, base - size * 0.5],
        [x + size * 0.54, base - size * 0.5],
        [x + size * 0.54, base],
      ],
      dark,
    );
    for (const [dx, dy] of [
      [-0.36, 0.42],
      [-0.3, 0.7],
      [0.03, 0.92],
      [0.0, 0.4],
      [0.36, 0.36],
    ] as const) {
      if (r.chance(0.25)) continue;
      s.glow(x + dx * size, base - dy * size, size * 0.22, s.p.spark, 0.5);
      s.rect(x + dx * size - 6, base - dy * size - 9, 12, 18, mix(s.p.spark, '#ffffff', 0.3), 1, 2);
    }
  } else figure(s, r.pick(['wanderer', 'soldier', 'pair']), x, base + h * 0.04, size * 1.25);
  land(s, ridgeLine(s, base + h * 0.06, h * 0.07, 0.3), dark);
  bareTree(s, w * r.range(0.04, 0.14), h * 0.84, h * r.range(0.56, 0.7), darker(s.p.near, 0.4));
  bareTree(s, w * r.range(0.86, 0.96), h * 0.86, h * r.range(0.5, 0.66), darker(s.p.near, 0.4));
  for (let i = 0; i < 4; i++) s.glow(w * r.range(0, 1), h * r.range(0.68, 0.86), w * r.range(0.25, 0.45), s.p.horizon, 0.16);
  for (let i = 0; i < 3; i++) winged(s, x + w * r.range(-0.3, 0.3), h * r.range(0.14, 0.42), w * r.range(0.05, 0.1), dark);
}
