import { darker, lighter, mix } from '../colour.ts';
import { aerial, clouds, hills, lamp, land, ridgeLine, ring, sky, sparks, stars } from '../elements.ts';
import { car, figure } from '../figures.ts';
import { n, type Point, type Sketch } from '../sketch.ts';

export function warzone(s: Sketch): void {
  const { w, h, r } = s;
  sky(s, 0.75);
  const x = w * r.range(0.35, 0.65);
  const blast = h * r.range(0.42, 0.5);
  s.glow(x, blast, w * 0.75, s.p.glow, 0.85);
  for (let i = 0; i < 26; i++) {
    const rise = i / 26;
    const side = r.range(-1, 1) * w * (0.07 + rise * 0.22);
    const size = w * r.range(0.05, 0.13) * (0.7 + rise);
    const at = h * 0.68 - rise * h * 0.56;
    s.circle(
      x + side,
      at,
      size,
      s.radial(x + side * 0.7, at + size * 0.5, size * 1.3, [
        [0, mix(s.p.horizon, s.p.near, 0.2 + rise * 0.5)],
        [1, mix(s.p.middle, s.p.near, 0.55)],
      ]),
      0.5,
    );
  }
  for (let i = 0; i < 3; i++) {
    const turn = r.range(-0.6, 0.6);
    const foot = w * r.range(0.1, 0.9);
    s.polygon(
      [
        [foot, h * 0.75],
        [foot + Math.sin(turn - 0.05) * h, h * 0.75 - h],
        [foot + Math.sin(turn + 0.05) * h, h * 0.75 - h],
      ],
      s.vertical(0, h * 0.75, [
        [0, s.p.glow, 0],
        [1, s.p.glow, 0.35],
      ]),
    );
  }
  hills(s, 2, 0.66, 0.74, 0.1, 0.6);
  let ruins = '';
  for (let i = 0; i < 9; i++) {
    const at = (i / 8) * w + r.range(-16, 16);
    if (Math.abs(at - w / 2) < w * 0.17) continue;
    const wide = w * r.range(0.06, 0.12);
    const tall = h * r.range(0.08, 0.26);
    ruins += `M${n(at - wide / 2)} ${n(h * 0.82)}V${n(h * 0.8 - tall)}l${n(wide * 0.2)} ${n(-tall * 0.12)}l${n(wide * 0.14)} ${n(tall * 0.2)}l${n(wide * 0.3)} ${n(-tall * 0.24)}l${n(wide * 0.36)} ${n(tall * 0.42)}V${n(h * 0.82)}Z`;
  }
  s.path(ruins, aerial(s, 0.78));
  land(
    s,
    ridgeLine(s, h * 0.82, h * 0.05, 0.6),
    s.vertical(h * 0.76, h, [
      [0, s.p.near],
      [1, darker(s.p.near, 0.4)],
    ]),
  );
  const tall = Math.min(w, h) * r.range(0.5, 0.6);
  if (r.chance(0.5)) {
    figure(s, 'soldier', w * 0.3, h * 0.79, tall * 0.62, 'right');
    figure(s, 'soldier', w * 0.72, h * 0.8, tall * 0.6, 'left');
  }
  figure(s, 'soldier', w * 0.5, h * 0.84, tall, x > w / 2 ? 'right' : 'left');
  sparks(s, 110, 0.1, 0.95);
}

function ribbonRoad(s: Sketch, line: number, bend: number): void {
  const { w, h } = s;
  const middle = w / 2 + bend;
  const at = (share: number): readonly [number, number, number] => {
    const depth = share ** 2;
    return [middle + (w / 2 - middle) * share, line + depth * (h - line), w * (0.012 + depth * 0.62)];
  };
  const steps = Array.from({ length: 24 }, (_, i) => at(i / 23));
  s.polygon(
    [...steps.map(([x, y, half]): Point => [x - half, y]), ...steps.toReversed().map(([x, y, half]): Point => [x + half, y])],
    s.vertical(line, h, [
      [0, mix(s.p.near, s.p.horizon, 0.4)],
      [0.4, mix(s.p.near, s.p.far, 0.2)],
      [1, s.p.near],
    ]),
  );
  for (const side of [-1, 1])
    s.polygon(
      [
        ...steps.map(([x, y, half]): Point => [x + side * half * 0.94, y]),
        ...steps.toReversed().map(([x, y, half]): Point => [x + side * half * 0.89, y]),
      ],
      s.p.letters,
      0.8,
    );
  for (let i = 2; i < 22; i += 2) {
    const [x1, y1, half1] = at(i / 23);
    const [x2, y2, half2] = at((i + 1) / 23);
    s.polygon(
      [
        [x1 - half1 * 0.025, y1],
        [x1 + half1 * 0.025, y1],
        [x2 + half2 * 0.025, y2],
        [x2 - half2 * 0.025, y2],
      ],
      s.p.glow,
      0.9,
    );
  }
}

export function road(s: Sketch): void {
  const { w, h, r } = s;
  const line = h * 0.52;
  sky(s, 0.54);
  const bend = w * r.range(-0.16, 0.16);
  lamp(s, w / 2 + bend, line - h * 0.06, Math.min(w, h) * r.range(0.1, 0.16));
  clouds(s, 10, 0.1, 0.46, lighter(s.p.horizon, 0.35), 0.3);
  hills(s, 3, 0.53, 0.56, 0.2, 0.8);
  s.rect(
    0,
    line + h * 0.02,
    w,
    h,
    s.vertical(line, h, [
      [0, mix(s.p.far, s.p.horizon, 0.25)],
      [1, s.p.near],
    ]),
  );
  ribbonRoad(s, line + h * 0.015, bend);
  for (let i = 0; i < 44; i++) {
    const turn = r.range(0.05, 3.09);
    const from = r.range(0.32, 0.6) * w;
    const to = from + r.range(0.1, 0.5) * w;
    const cx = w / 2 + bend * 0.5;
    s.stroke(
      `M${n(cx + Math.cos(turn) * from)} ${n(line + Math.sin(turn) * from * 0.8)}L${n(cx + Math.cos(turn) * to)} ${n(line + Math.sin(turn) * to * 0.8)}`,
      r.chance(0.5) ? s.p.spark : s.p.glow,
      r.range(1, 4),
      0.32,
    );
  }
  car(s, w * r.range(0.42, 0.58), h * 0.79, Math.min(w, h) * r.range(0.44, 0.56));
}

export function neonGrid(s: Sketch): void {
  const { w, h, r } = s;
  const line = h * 0.58;
  sky(s, 0.6);
  stars(s, 120, 0.45);
  const radius = Math.min(w, h) * r.range(0.24, 0.3);
  const y = line - radius * 0.62;
  s.glow(w / 2, y, radius * 2.3, s.p.spark, 0.55);
  s.add(`<g clip-path="${s.clip(ring(w / 2, y, radius))}">`);
  s.rect(
    0,
    y - radius,
    w,
    radius * 2,
    s.vertical(y - radius, y + radius, [
      [0, s.p.glow],
      [0.6, s.p.spark],
      [1, mix(s.p.spark, s.p.middle, 0.5)],
    ]),
  );
  for (let i = 0; i < 7; i++) s.rect(0, y + radius * (-0.05 + i * 0.16), w, radius * (0.02 + i * 0.013), s.p.middle);
  s.add('</g>');
  land(s, ridgeLine(s, line + 4, h * 0.14, 1), aerial(s, 0.55));
  s.rect(
    0,
    line,
    w,
    h - line,
    s.vertical(line, h, [
      [0, mix(s.p.spark, s.p.near, 0.55)],
      [0.5, s.p.near],
      [1, darker(s.p.near, 0.4)],
    ]),
  );
  let rows = '';
  for (let i = 0; i < 14; i++) rows += `M0 ${n(line + (h - line) * (i / 13) ** 2.2)}H${w}`;
  for (let i = -14; i <= 14; i++) rows += `M${n(w / 2 + i * w * 0.045)} ${n(line)}L${n(w / 2 + i * w * 0.3)} ${h}`;
  s.stroke(rows, s.p.spark, 2.2, 0.8);
  s.rect(0, line - 2, w, 4, s.p.glow, 0.9);
  if (r.chance(0.6)) car(s, w / 2, h * 0.75, Math.min(w, h) * 0.4);
  else figure(s, r.pick(['wanderer', 'soldier', 'pair']), w / 2, h * 0.78, Math.min(w, h) * 0.4);
}

/** One thing, very large, in front of rays: a blade, a helmet, a crystal. */
