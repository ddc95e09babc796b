import { darker, lighter, mix } from '../colour.ts';
import { beams, ring, sparks } from '../elements.ts';
import { figure } from '../figures.ts';
import { n, type Point, type Sketch } from '../sketch.ts';

/** Bands that flow across, one over the other. */
export function waves(s: Sketch): void {
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
        [0, s.p.top],
        [1, s.p.middle],
      ],
    ),
  );
  s.glow(w * r.range(0.2, 0.8), h * 0.24, w * 0.7, s.p.horizon, 0.7);
  for (let i = 0; i < 8; i++) {
    const y = h * (0.16 + i * 0.105);
    const lift = h * r.range(0.06, 0.16) * (i % 2 ? 1 : -1);
    const colour = mix(mix(s.p.horizon, s.p.spark, r.next() * 0.6), s.p.near, i / 9);
    s.path(
      `M0 ${n(y)}C${n(w * 0.3)} ${n(y + lift)} ${n(w * 0.62)} ${n(y - lift * 1.2)} ${w} ${n(y + lift * 0.4)}V${h + 2}H0Z`,
      s.linear(
        [0, y],
        [w, y + h * 0.2],
        [
          [0, lighter(colour, 0.16)],
          [1, darker(colour, 0.2)],
        ],
      ),
      0.62,
    );
  }
  for (let i = 0; i < 5; i++) s.circle(w * r.range(0.1, 0.9), h * r.range(0.1, 0.6), w * r.range(0.03, 0.1), s.p.letters, 0.1);
}

/** A plane of triangles, lit from one corner. */
export function facets(s: Sketch): void {
  const { w, h, r } = s;
  const columns = Math.round(w / 88);
  const rows = Math.round(h / 88);
  const grid = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (__, column): Point => {
      const edge = row === 0 || column === 0 || row === rows || column === columns ? 0 : 0.36;
      return [(column / columns) * w + r.range(-edge, edge) * 88, (row / rows) * h + r.range(-edge, edge) * 88];
    }),
  );
  const lightX = w * r.range(0.3, 0.7);
  const lightY = h * r.range(0.22, 0.42);
  const reach = Math.hypot(w, h) * 0.62;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const corner = (dy: number, dx: number): Point => grid[row + dy]?.[column + dx] ?? [0, 0];
      for (const triangle of [
        [corner(0, 0), corner(0, 1), corner(1, 0)],
        [corner(0, 1), corner(1, 1), corner(1, 0)],
      ]) {
        const [x, y] = triangle[0] ?? [0, 0];
        const away = Math.min(1, Math.hypot(x - lightX, y - lightY) / reach + r.range(-0.1, 0.1));
        const colour =
          away < 0.3
            ? mix(s.p.glow, s.p.horizon, away / 0.3)
            : away < 0.62
              ? mix(s.p.horizon, s.p.middle, (away - 0.3) / 0.32)
              : mix(s.p.middle, s.p.top, (away - 0.62) / 0.38);
        s.add(
          `<path d="M${triangle.map(([px, py]) => `${n(px)} ${n(py)}`).join('L')}Z" fill="${colour}" stroke="${colour}" stroke-width="1"/>`,
        );
      }
    }
  sparks(s, 30, 0, 0.8, s.p.letters);
}

/** Hexagons, tracks and lit nodes. */
export function circuit(s: Sketch): void {
  const { w, h, r } = s;
  const y = h * 0.4;
  s.rect(
    0,
    0,
    w,
    h,
    s.radial(w / 2, y, Math.hypot(w, h) * 0.6, [
      [0, s.p.far],
      [0.5, mix(s.p.middle, s.p.top, 0.4)],
      [1, darker(s.p.top, 0.4)],
    ]),
  );
  const size = Math.min(w, h) * 0.062;
  for (let row = -1; row * size * 1.5 < h + size; row++)
    for (let column = -1; column * size * 1.74 < w + size; column++) {
      if (!r.chance(0.34)) continue;
      const x = column * size * 1.74 + (row % 2 ? size * 0.87 : 0);
      const points = Array.from({ length: 6 }, (_, k): Point => [
        x + Math.sin((k * Math.PI) / 3) * size * 0.94,
        row * size * 1.5 + Math.cos((k * Math.PI) / 3) * size * 0.94,
      ]);
      s.polygon(points, r.pick([s.p.horizon, s.p.spark, s.p.far]), r.range(0.04, 0.26));
    }
  for (let i = 0; i < 26; i++) {
    const turn = Math.round(r.range(0, 12)) * 0.5236;
    const from = Math.min(w, h) * r.range(0.2, 0.26);
    const middle = from + Math.min(w, h) * r.range(0.05, 0.22);
    const bent = turn + r.pick([-0.7854, 0, 0.7854]);
    const at = (angle: number, reach: number): Point => [w / 2 + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
    const [ax, ay] = at(turn, from);
    const [bx, by] = at(turn, middle);
    const [cx, cy] = [bx + Math.cos(bent) * from * 0.9, by + Math.sin(bent) * from * 0.9];
    s.stroke(`M${n(ax)} ${n(ay)}L${n(bx)} ${n(by)}L${n(cx)} ${n(cy)}`, s.p.spark, 2.4, 0.55);
    s.circle(cx, cy, 5, s.p.glow, 0.95);
  }
  s.glow(w / 2, y, Math.min(w, h) * 0.4, s.p.spark, 0.5);
}

/** A gate of light at the end of a hall. */
export function portal(s: Sketch): void {
  const { w, h, r } = s;
  s.rect(
    0,
    0,
    w,
    h,
    s.vertical(0, h, [
      [0, darker(s.p.top, 0.5)],
      [0.6, s.p.middle],
      [1, darker(s.p.near, 0.2)],
    ]),
  );
  const x = w / 2;
  const foot = h * 0.74;
  const wide = Math.min(w, h) * 0.2;
  const tall = h * 0.42;
  const arch = (grow: number): string =>
    `M${n(x - wide * grow)} ${n(foot + (grow - 1) * h * 0.1)}V${n(foot - tall * 0.55 * grow)}A${n(wide * grow)} ${n(wide * grow)} 0 0 1 ${n(x + wide * grow)} ${n(foot - tall * 0.55 * grow)}V${n(foot + (grow - 1) * h * 0.1)}Z`;
  for (let i = 5; i >= 1; i--) s.path(arch(1 + i * 0.36), mix(s.p.far, s.p.near, 0.2 + i * 0.16));
  s.glow(x, foot - tall * 0.5, wide * 3.4, s.p.spark, 0.75);
  s.path(
    arch(1),
    s.vertical(foot - tall, foot, [
      [0, s.p.spark],
      [0.5, s.p.glow],
      [1, '#ffffff'],
    ]),
  );
  s.stroke(arch(1), s.p.letters, 4, 0.8);
  for (let i = 0; i < 5; i++) {
    const y = foot + i * h * 0.055;
    const half = wide * (1.15 + i * 0.5);
    s.polygon(
      [
        [x - half, y],
        [x + half, y],
        [x + half * 1.2, y + h * 0.055],
        [x - half * 1.2, y + h * 0.055],
      ],
      s.linear(
        [x - half, 0],
        [x + half, 0],
        [
          [0, s.p.near],
          [0.5, mix(s.p.spark, s.p.near, 0.35 + i * 0.12)],
          [1, s.p.near],
        ],
      ),
    );
  }
  beams(s, x, foot - tall * 0.4, 18, 0.2);
  figure(
    s,
    r.pick(['knight', 'wanderer', 'soldier', 'pair', 'astronaut']),
    x,
    foot + h * 0.03,
    Math.min(w, h) * r.range(0.26, 0.34),
    r.chance(0.5) ? 'left' : 'right',
  );
  sparks(s, 80, 0.1, 0.9);
}

/** Under water: light from above, weeds below, fish between. */
export function deep(s: Sketch): void {
  const { w, h, r } = s;
  s.rect(
    0,
    0,
    w,
    h,
    s.vertical(0, h, [
      [0, mix(s.p.horizon, s.p.glow, 0.3)],
      [0.3, s.p.far],
      [0.7, s.p.middle],
      [1, darker(s.p.top, 0.5)],
    ]),
  );
  for (let i = 0; i < 8; i++) {
    const x = w * r.range(-0.1, 1);
    s.polygon(
      [
        [x, -5],
        [x + w * r.range(0.04, 0.12), -5],
        [x + w * r.range(0.2, 0.4), h * 0.8],
        [x - w * 0.05, h * 0.8],
      ],
      s.vertical(0, h * 0.8, [
        [0, '#ffffff', 0.28],
        [1, '#ffffff', 0],
      ]),
    );
  }
  const fish = (x: number, y: number, size: number, colour: string, flip: number) =>
    s.within(`translate(${n(x)} ${n(y)}) scale(${(flip * size).toFixed(2)} ${size.toFixed(2)})`, () =>
      s.path('M-20 0C-12-12 8-12 18 0L30-9L27 0L30 9L18 0C8 12-12 12-20 0Z', colour, 0.9),
    );
  for (let i = 0; i < 16; i++)
    fish(w * r.range(0, 1), h * r.range(0.15, 0.62), r.range(0.3, 1), mix(s.p.near, s.p.far, r.range(0, 0.6)), r.chance(0.5) ? 1 : -1);
  fish(w * r.range(0.4, 0.6), h * 0.42, Math.min(w, h) * 0.008, s.p.near, r.chance(0.5) ? 1 : -1);
  for (let i = 0; i < 22; i++) {
    const x = w * r.range(0, 1);
    const tall = h * r.range(0.08, 0.28);
    const sway = w * r.range(-0.05, 0.05);
    s.stroke(
      `M${n(x)} ${n(h)}C${n(x + sway)} ${n(h - tall * 0.4)} ${n(x - sway)} ${n(h - tall * 0.7)} ${n(x + sway)} ${n(h - tall)}`,
      mix(s.p.near, s.p.spark, r.range(0, 0.5)),
      r.range(5, 12),
      0.9,
    );
  }
  let bubbles = '';
  for (let i = 0; i < 40; i++) bubbles += ring(w * r.range(0, 1), h * r.range(0.1, 0.95), r.range(2, 9));
  s.stroke(bubbles, '#ffffff', 1.6, 0.5);
}
