import { darker, lighter, mix } from '../colour.ts';
import { beams, ring, sky, sparks } from '../elements.ts';
import { n, type Point, type Sketch } from '../sketch.ts';

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
