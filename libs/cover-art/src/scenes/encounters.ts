import { darker, lighter, mix } from '../colour.ts';
import { aerial, beams, clouds, hills, lamp, land, ridgeLine, ring, sky, sparks, stars } from '../elements.ts';
import { figure } from '../figures.ts';
import { n, type Point, type Sketch } from '../sketch.ts';

/** Somebody small before something huge with burning eyes. */
export function titan(s: Sketch): void {
  const { w, h, r } = s;
  sky(s, 0.72);
  stars(s, 60, 0.4);
  const x = w * r.range(0.4, 0.6);
  const size = Math.min(w, h) * r.range(0.52, 0.66);
  const top = h * 0.2;
  lamp(s, x + w * r.range(-0.25, 0.25), h * 0.24, size * 0.3);
  clouds(s, 8, 0.15, 0.55, lighter(s.p.horizon, 0.3), 0.2);
  hills(s, 1, 0.66, 0.66, 0.16, 0.9);
  const body = mix(s.p.far, s.p.near, 0.62);
  const horned = r.chance(0.5);
  s.within(`translate(${n(x)} ${n(top)}) scale(${(size / 100).toFixed(3)})`, () => {
    const fill = s.vertical(0, 110, [
      [0, mix(s.p.near, s.p.far, 0.25)],
      [0.5, body],
      [1, mix(s.p.horizon, s.p.far, 0.4)],
    ]);
    s.path(
      'M-16 10C-18-4-10-12 0-12C10-12 18-4 16 10L22 22C38 22 54 30 60 48C68 70 70 96 72 120H-72C-70 96-68 70-60 48C-54 30-38 22-22 22Z',
      fill,
    );
    s.path(
      horned
        ? 'M-13-4C-26-6-36-16-36-34C-30-24-22-20-8-11ZM13-4C26-6 36-16 36-34C30-24 22-20 8-11Z'
        : 'M-15 0L-26-16L-12-8L-12-28L-4-11L0-32L4-11L12-28L12-8L26-16L15 0Z',
      fill,
    );
    s.path('M-60 50L-78 34L-57 40L-66 18L-46 30L-44 14L-32 25ZM60 50L78 34L57 40L66 18L46 30L44 14L32 25Z', fill);
    for (const side of [-1, 1]) {
      s.glow(side * 6.5, 2, 15, s.p.spark, 0.85);
      s.path(`M${side * 2.5} 4L${side * 11} -1L${side * 9.5} 4.5Z`, mix(s.p.spark, '#ffffff', 0.55));
    }
    s.path('M-7 14L-4 18L-2 14L0 19L2 14L4 18L7 14L5 22H-5Z', s.p.spark, 0.75);
    s.stroke('M-30 50L-18 66L-26 84M24 44L34 62L22 76L28 96M-4 40L2 58', s.p.spark, 1.4, 0.75);
  });
  for (let i = 0; i < 3; i++) s.glow(w * r.range(0.1, 0.9), h * r.range(0.66, 0.78), w * 0.4, s.p.horizon, 0.26);
  land(
    s,
    ridgeLine(s, h * 0.8, h * 0.08, 0.7),
    s.vertical(h * 0.72, h, [
      [0, aerial(s, 0.85)],
      [0.4, s.p.near],
      [1, darker(s.p.near, 0.4)],
    ]),
  );
  figure(
    s,
    r.pick(['knight', 'wanderer', 'pair', 'soldier']),
    w - x + w * r.range(-0.12, 0.12),
    h * 0.8,
    Math.min(w, h) * r.range(0.16, 0.22),
  );
  sparks(s, 80, 0.2, 0.95);
}

/** Two who meet, with a flash between them. */
export function duel(s: Sketch): void {
  const { w, h, r } = s;
  sky(s, 0.8);
  const y = h * 0.46;
  s.polygon(
    [
      [0, 0],
      [w * 0.56, 0],
      [w * 0.44, h],
      [0, h],
    ],
    s.vertical(0, h, [
      [0, s.p.middle, 0.85],
      [1, s.p.top, 0.85],
    ]),
  );
  s.polygon(
    [
      [w * 0.56, 0],
      [w, 0],
      [w, h],
      [w * 0.44, h],
    ],
    s.vertical(0, h, [
      [0, mix(s.p.spark, s.p.horizon, 0.5), 0.75],
      [1, mix(s.p.spark, s.p.near, 0.6), 0.9],
    ]),
  );
  beams(s, w / 2, y, 24, 0.26);
  let bolt = '';
  let back = '';
  for (let i = 0; i <= 10; i++) {
    const at = w * (0.56 - 0.012 * i) + r.range(-0.03, 0.03) * w;
    bolt += `${i ? 'L' : 'M'}${n(at)} ${n((i / 10) * h)}`;
    back = `L${n(at + w * 0.018)} ${n((i / 10) * h)}${back}`;
  }
  s.path(`${bolt}${back}Z`, '#ffffff', 0.95);
  s.glow(w / 2, y, Math.min(w, h) * 0.5, '#ffffff', 0.55);
  s.circle(w / 2, y, Math.min(w, h) * 0.028, '#ffffff');
  const ground = h * 0.83;
  land(
    s,
    ridgeLine(s, ground + 8, h * 0.03, 0.6),
    s.vertical(ground - 12, h, [
      [0, s.p.near],
      [1, darker(s.p.near, 0.4)],
    ]),
  );
  const tall = Math.min(w, h) * r.range(0.62, 0.74);
  figure(s, r.pick(['knight', 'soldier', 'wanderer']), w * 0.25, ground + 6, tall, 'right');
  figure(s, r.pick(['wanderer', 'knight', 'astronaut']), w * 0.76, ground + 6, tall * r.range(0.9, 1.04), 'left');
  sparks(s, 130, 0.1, 0.9);
}

/** Under the earth: spikes above and below, glowing crystals, a way out far behind. */
export function cavern(s: Sketch): void {
  const { w, h, r } = s;
  const x = w * r.range(0.4, 0.6);
  const y = h * 0.44;
  s.rect(
    0,
    0,
    w,
    h,
    s.radial(x, y, Math.hypot(w, h) * 0.55, [
      [0, s.p.glow],
      [0.16, s.p.horizon],
      [0.45, s.p.middle],
      [1, s.p.top],
    ]),
  );
  beams(s, x, y, 16, 0.2);
  for (let layer = 0; layer < 4; layer++) {
    const colour = mix(mix(s.p.far, s.p.middle, 0.4), s.p.near, layer / 3);
    const open = 0.42 - layer * 0.075;
    const edge = (side: 1 | -1): Point[] =>
      Array.from({ length: 27 }, (_, i) => {
        const at = (i / 26) * 1.2 - 0.1;
        const away = Math.abs(at - x / w);
        const reach =
          open * (0.5 - layer * 0.05) +
          Math.max(0, 0.26 - away * (0.75 - layer * 0.1)) * (1 - layer * 0.12) -
          (i % 2 ? r.range(0.02, 0.13) : 0);
        return [at * w, side > 0 ? h * (0.52 + reach * 0.7 + layer * 0.03) : h * (0.42 - reach)];
      });
    s.polygon(
      [...edge(1), [w + 90, h + 5], [-90, h + 5]],
      s.vertical(h * 0.5, h, [
        [0, lighter(colour, 0.05)],
        [1, darker(colour, 0.4)],
      ]),
    );
    s.polygon(
      [...edge(-1), [w + 90, -5], [-90, -5]],
      s.vertical(0, h * 0.4, [
        [0, darker(colour, 0.5)],
        [1, colour],
      ]),
    );
    if (layer === 0 || layer === 3) continue;
    for (let i = 0; i < 4; i++) {
      const cx = w * (i < 2 ? r.range(0.02, 0.3) : r.range(0.7, 0.98));
      const base = h * (0.72 + layer * 0.05);
      const tall = h * r.range(0.07, 0.17);
      const tint = r.pick([s.p.spark, s.p.horizon, s.p.glow]);
      s.glow(cx, base - tall * 0.5, tall, tint, 0.5);
      for (const lean of [-0.42, 0, 0.38]) {
        const tipX = cx + lean * tall;
        const tipY = base - tall * (1 - Math.abs(lean) * 0.7);
        s.polygon(
          [
            [cx + lean * 20 - tall * 0.1, base + 8],
            [tipX - tall * 0.06, tipY + tall * 0.2],
            [tipX, tipY],
            [tipX + tall * 0.07, tipY + tall * 0.2],
            [cx + lean * 20 + tall * 0.1, base + 8],
          ],
          s.linear(
            [cx - tall * 0.2, tipY],
            [cx + tall * 0.2, base],
            [
              [0, '#ffffff'],
              [0.4, tint],
              [1, darker(tint, 0.6)],
            ],
          ),
        );
      }
    }
  }
  s.path(ring(x, h * 0.76, w * 0.08), s.p.near);
  land(
    s,
    ridgeLine(s, h * 0.79, h * 0.05, 0.3),
    s.vertical(h * 0.74, h, [
      [0, s.p.near],
      [1, darker(s.p.near, 0.5)],
    ]),
  );
  figure(s, r.pick(['wanderer', 'knight', 'pair', 'astronaut']), x, h * 0.76, Math.min(w, h) * r.range(0.24, 0.32));
  sparks(s, 60, 0.2, 0.95);
}
