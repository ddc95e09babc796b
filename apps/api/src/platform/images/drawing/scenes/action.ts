import { darker, lighter, mix } from '../colour.ts';
import { aerial, beams, clouds, hills, lamp, land, ridgeLine, ring, sky, sparks, stars } from '../elements.ts';
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
  if (r.chance(0.6)) car(s, w / 2, h * 0.8, Math.min(w, h) * 0.42);
  else figure(s, r.pick(['wanderer', 'soldier', 'pair']), w / 2, h * 0.78, Math.min(w, h) * 0.4);
}

export function stadium(s: Sketch): void {
  const { w, h, r } = s;
  sky(s, 0.6);
  const line = h * 0.6;
  for (let tier = 0; tier < 3; tier++) {
    const y = line - h * (0.05 + (2 - tier) * 0.07);
    s.path(
      `M0 ${n(y - h * 0.05)}Q${n(w / 2)} ${n(y + h * 0.05)} ${w} ${n(y - h * 0.05)}V${n(line + h * 0.05)}H0Z`,
      mix(s.p.far, s.p.near, 0.35 + tier * 0.18),
    );
    const crowd = Array.from({ length: 160 }, () => {
      const x = r.range(0, w);
      return `M${n(x)} ${n(y + h * 0.05 * (1 - 4 * (x / w - 0.5) ** 2) - h * 0.015 + r.range(-h * 0.015, h * 0.028))}h.1`;
    });
    s.stroke(crowd.join(''), r.pick([s.p.letters, s.p.spark, s.p.glow]), 4.5, 0.5);
  }
  for (const x of [0.12, 0.37, 0.63, 0.88]) {
    s.polygon(
      [
        [w * x, h * 0.2],
        [w * (0.5 + (x - 0.5) * 0.2) - w * 0.26, h * 0.86],
        [w * (0.5 + (x - 0.5) * 0.2) + w * 0.26, h * 0.86],
      ],
      s.vertical(h * 0.2, h * 0.86, [
        [0, '#ffffff', 0.32],
        [1, '#ffffff', 0],
      ]),
    );
    s.glow(w * x, h * 0.2, w * 0.17, '#ffffff', 0.9);
    s.rect(w * x - w * 0.045, h * 0.185, w * 0.09, h * 0.028, '#ffffff', 0.95, 4);
  }
  const grass = mix(s.p.far, '#1f9a4a', 0.45);
  s.rect(
    0,
    line + h * 0.02,
    w,
    h,
    s.vertical(line, h, [
      [0, lighter(grass, 0.12)],
      [1, darker(grass, 0.7)],
    ]),
  );
  for (let i = -5; i < 6; i += 2)
    s.polygon(
      [
        [w / 2 + i * w * 0.09, line + h * 0.02],
        [w / 2 + (i + 1) * w * 0.09, line + h * 0.02],
        [w / 2 + (i + 1) * w * 0.26, h],
        [w / 2 + i * w * 0.26, h],
      ],
      '#ffffff',
      0.08,
    );
  s.stroke(
    `M0 ${n(line + h * 0.035)}H${w}M${n(w * 0.26)} ${n(h * 0.72)}a${n(w * 0.24)} ${n(h * 0.05)} 0 1 0 ${n(w * 0.48)} 0a${n(w * 0.24)} ${n(h * 0.05)} 0 1 0 ${n(-w * 0.48)} 0`,
    '#ffffff',
    3,
    0.55,
  );
  const size = Math.min(w, h) * r.range(0.12, 0.15);
  const x = w / 2;
  const y = h * 0.52;
  s.glow(x, y, size * 3, s.p.glow, 0.6);
  for (let i = 1; i < 7; i++) s.circle(x - i * size * 0.34, y + i * i * size * 0.07, size * (1 - i * 0.1), s.p.spark, 0.16);
  s.circle(
    x,
    y,
    size,
    s.radial(x - size * 0.35, y - size * 0.4, size * 1.6, [
      [0, '#ffffff'],
      [0.5, mix(s.p.letters, s.p.horizon, 0.12)],
      [1, s.p.far],
    ]),
  );
  s.add(`<g clip-path="${s.clip(ring(x, y, size))}">`);
  for (let i = 0; i < 6; i++) {
    const turn = i * 1.2566 + 0.3;
    const reach = i === 5 ? 0 : size * 0.86;
    s.polygon(
      Array.from({ length: 5 }, (_, k): Point => [
        x + Math.cos(turn) * reach + Math.cos(k * 1.2566 + turn + Math.PI) * size * 0.3,
        y + Math.sin(turn) * reach + Math.sin(k * 1.2566 + turn + Math.PI) * size * 0.3,
      ]),
      s.p.near,
      0.9,
    );
  }
  s.add('</g>');
  sparks(s, 60, 0.15, 0.7, s.p.spark);
}

/** One thing, very large, in front of rays: a blade, a helmet, a crystal. */
export function emblem(s: Sketch): void {
  const { w, h, r } = s;
  const x = w / 2;
  const y = h * 0.42;
  const size = Math.min(w, h) * 0.34;
  s.rect(
    0,
    0,
    w,
    h,
    s.radial(x, y, Math.hypot(w, h) * 0.6, [
      [0, mix(s.p.horizon, s.p.middle, 0.35)],
      [0.45, s.p.middle],
      [1, s.p.top],
    ]),
  );
  beams(s, x, y, 26, 0.24);
  s.glow(x, y, size * 1.9, s.p.glow, 0.7);
  for (const [radius, width] of [
    [1.26, 3],
    [1.18, 9],
    [1.5, 1.5],
  ] as const)
    s.stroke(ring(x, y, size * radius), s.p.spark, width, 0.4);
  for (let i = 0; i < 24; i++) {
    const turn = (i / 24) * 6.283;
    s.stroke(
      `M${n(x + Math.cos(turn) * size * 1.31)} ${n(y + Math.sin(turn) * size * 1.31)}L${n(x + Math.cos(turn) * size * (i % 3 ? 1.36 : 1.45))} ${n(y + Math.sin(turn) * size * (i % 3 ? 1.36 : 1.45))}`,
      s.p.spark,
      3,
      0.5,
    );
  }
  const metal = s.linear(
    [-40, -60],
    [40, 60],
    [
      [0, lighter(s.p.letters, 0.4)],
      [0.45, mix(s.p.far, s.p.letters, 0.45)],
      [0.55, s.p.far],
      [1, s.p.near],
    ],
  );
  const kind = r.int(0, 3);
  s.within(`translate(${n(x)} ${n(y)}) scale(${(size / 62).toFixed(3)}) rotate(${kind === 0 ? n(r.pick([-32, 0, 32])) : 0})`, () => {
    if (kind === 0) {
      s.path('M-7-72L0-86L7-72L6 30H-6Z', metal);
      s.path('M0-86L7-72L6 30H0Z', s.p.near, 0.4);
      s.path(
        'M-30 30C-20 26-10 28 0 28C10 28 20 26 30 30L26 40C16 37 8 38 0 38C-8 38-16 37-26 40ZM-5 38H5V66H-5Z',
        mix(s.p.spark, s.p.near, 0.25),
      );
      s.path(ring(0, 72, 8), s.p.spark);
      s.path(ring(0, 33, 4.5), s.p.glow);
    } else if (kind === 1) {
      s.path(
        'M-34 44C-44 10-40-34-22-50C-12-58 12-58 22-50C40-34 44 10 34 44L16 58L10 34L12 6L28-4L26-14L6-8L0 4L-6-8L-26-14L-28-4L-12 6L-10 34L-16 58Z',
        metal,
      );
      s.path('M-4-56C-8-76 4-88 26-86C14-80 10-70 6-56Z', s.p.spark);
      s.path('M0-54L6-8L0 4Z', s.p.near, 0.35);
      s.glow(-17, -6, 14, s.p.spark, 0.9);
      s.glow(17, -6, 14, s.p.spark, 0.9);
    } else if (kind === 2) {
      s.path(
        'M0-76L30-22L18 50L0 72L-18 50L-30-22Z',
        s.vertical(-76, 72, [
          [0, '#ffffff'],
          [0.4, s.p.spark],
          [1, s.p.middle],
        ]),
      );
      s.path('M0-76L8-20L0 72L-18 50L-30-22L-8-20Z', '#ffffff', 0.3);
      s.path('M0-76L30-22L8-20Z', s.p.near, 0.25);
      s.path('M-52-6L-40-30L-32 2L-44 24ZM50 6L40-20L34 10L44 30Z', s.p.spark, 0.75);
    } else {
      s.path('M0-62C22-48 40-46 50-46C52 2 36 46 0 68C-36 46-52 2-50-46C-40-46-22-48 0-62Z', metal);
      s.path(
        'M0-50C18-39 32-37 40-37C41 0 28 36 0 54C-28 36-41 0-40-37C-32-37-18-39 0-50Z',
        s.vertical(-50, 54, [
          [0, s.p.middle],
          [1, s.p.near],
        ]),
      );
      s.path('M-5-30H5V-8H26V4H5V36H-5V4H-26V-8H-5Z', s.p.spark);
    }
  });
  sparks(s, 70, 0.05, 0.9);
}
