import { darker, lighter, mix } from '../colour.ts';
import { aerial, land, ridgeLine, ring, sparks, stars } from '../elements.ts';
import { n, type Point, type Sketch } from '../sketch.ts';
import { lookout } from './outdoors.ts';

function planet(s: Sketch, x: number, y: number, radius: number, colour: string, ringed: boolean): void {
  const clip = s.clip(ring(x, y, radius));
  const loop = (half: 0 | 1) =>
    `M${n(x - radius * 1.75)} ${n(y + radius * 0.42)}A${n(radius * 1.8)} ${n(radius * 0.46)} -14 0 ${half} ${n(x + radius * 1.75)} ${n(y - radius * 0.42)}`;
  s.glow(x, y, radius * 1.5, lighter(colour, 0.3), 0.45);
  if (ringed) s.stroke(loop(1), s.p.glow, radius * 0.09, 0.45);
  s.circle(
    x,
    y,
    radius,
    s.radial(x - radius * 0.4, y - radius * 0.45, radius * 1.7, [
      [0, lighter(colour, 0.6)],
      [0.35, colour],
      [0.8, darker(colour, 0.75)],
      [1, darker(colour, 0.9)],
    ]),
  );
  s.add(`<g clip-path="${clip}">`);
  for (let i = 0; i < 9; i++) {
    const band = y + radius * s.r.range(-0.95, 0.95);
    s.stroke(
      `M${n(x - radius)} ${n(band)}q${n(radius)} ${n(radius * s.r.range(0.05, 0.2))} ${n(radius * 2)} ${n(-radius * 0.1)}`,
      s.r.chance(0.5) ? '#ffffff' : s.p.near,
      radius * s.r.range(0.03, 0.13),
      0.14,
    );
  }
  s.add('</g>');
  if (ringed) s.stroke(loop(0), s.p.glow, radius * 0.09, 0.85);
}

function ship(s: Sketch, x: number, y: number, size: number): void {
  s.within(`translate(${n(x)} ${n(y)}) rotate(${n(s.r.range(-24, 24))}) scale(${(size / 100).toFixed(3)})`, () => {
    s.path(
      'M-5 34L5 34L2 110L-2 110Z',
      s.vertical(34, 110, [
        [0, s.p.spark, 0.95],
        [1, s.p.spark, 0],
      ]),
    );
    s.path(
      'M0-60C8-40 12-16 13 4L48 34L46 42L14 32L8 40H-8L-14 32L-46 42L-48 34L-13 4C-12-16-8-40 0-60Z',
      s.linear(
        [-48, 0],
        [48, 0],
        [
          [0, lighter(s.p.far, 0.5)],
          [0.48, lighter(s.p.far, 0.75)],
          [0.52, s.p.far],
          [1, s.p.near],
        ],
      ),
    );
    s.path(
      'M0-34C4-24 6-12 6-2L0 4L-6-2C-6-12-4-24 0-34Z',
      s.vertical(-34, 4, [
        [0, s.p.glow],
        [1, s.p.spark],
      ]),
    );
    s.path(ring(-9, 36, 4) + ring(9, 36, 4), '#ffffff');
  });
}

export function space(s: Sketch): void {
  const { w, h, r } = s;
  s.rect(
    0,
    0,
    w,
    h,
    s.linear(
      [0, 0],
      [w, h],
      [
        [0, darker(s.p.top, 0.35)],
        [0.5, mix(s.p.top, s.p.middle, 0.5)],
        [1, darker(s.p.top, 0.5)],
      ],
    ),
  );
  for (let i = 0; i < 9; i++)
    s.glow(w * r.range(0, 1), h * (0.1 + i * 0.09), w * r.range(0.3, 0.65), r.pick([s.p.middle, s.p.spark, s.p.horizon, s.p.far]), 0.34);
  stars(s, 240, 1);
  const big = Math.min(w, h) * r.range(0.26, 0.4);
  planet(s, w * r.range(0.3, 0.7), h * r.range(0.3, 0.42), big, r.pick([s.p.horizon, s.p.far, s.p.spark]), r.chance(0.6));
  planet(s, w * r.range(0.08, 0.92), h * r.range(0.1, 0.2), big * r.range(0.14, 0.24), s.p.middle, false);
  const kind = r.int(0, 2);
  if (kind === 0) ship(s, w * r.range(0.4, 0.6), h * 0.58, Math.min(w, h) * r.range(0.3, 0.42));
  else if (kind === 1) {
    land(
      s,
      ridgeLine(s, h * 0.8, h * 0.16, 0.9),
      s.vertical(h * 0.66, h, [
        [0, aerial(s, 0.6)],
        [0.6, s.p.near],
      ]),
    );
    lookout(s, ['astronaut', 'astronaut', 'pair'], w * r.range(0.38, 0.62), h * 0.68, Math.min(w, h) * 0.28);
  } else {
    for (let i = 0; i < 22; i++) {
      const size = r.range(4, 26);
      const x = w * r.range(0, 1);
      const y = h * (0.62 + r.range(-0.16, 0.16)) - (x - w / 2) * 0.25;
      s.polygon(
        Array.from({ length: 7 }, (_, k): Point => [
          x + Math.cos(k * 0.9) * size * r.range(0.6, 1.1),
          y + Math.sin(k * 0.9) * size * r.range(0.6, 1.1),
        ]),
        s.linear(
          [x - size, y - size],
          [x + size, y + size],
          [
            [0, lighter(s.p.far, 0.35)],
            [1, s.p.near],
          ],
        ),
      );
    }
    ship(s, w * r.range(0.3, 0.7), h * 0.6, Math.min(w, h) * 0.26);
  }
  sparks(s, 30, 0.2, 1, s.p.letters);
}
