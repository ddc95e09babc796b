import { darker, lighter, mix } from './colour.ts';
import { beams, ring, sparks } from './elements.ts';
import { line } from './lettering.ts';
import { n, type Sketch } from './sketch.ts';

/** Pictures of products without a scene: a gift card, a program, an account. All geometry is our own. */

const glyphs: readonly (readonly [words: RegExp, d: string])[] = [
  [
    /vpn|proxy/i,
    'M0-46C15-36 28-32 38-31C39 4 24 32 0 46C-24 32-39 4-38-31C-28-32-15-36 0-46ZM0-16A10 10 0 0 0-5 3L-8 20H8L5 3A10 10 0 0 0 0-16Z',
  ],
  [
    /virus|security|\bsafe|shield|protect|endpoint|malware|norton|mcafee|kaspersky|bitdefender|avast|eset\b|avg\b/i,
    'M0-46C15-36 28-32 38-31C39 4 24 32 0 46C-24 32-39 4-38-31C-28-32-15-36 0-46ZM-18-3L-10-11L-3-4L14-21L22-13L-3 13Z',
  ],
  [
    /windows|system|operating|parallels|server/i,
    'M-46-38H46V24H10L13 38H-13L-10 24H-46ZM-36-28V14H36V-28ZM-30-22H-6V-8H-30ZM0-22H30V8H0ZM-30-2H-6V8H-30Z',
  ],
  [
    /photo|image|video|edit|draw|design|studio|record|movavi|vegas/i,
    'M-44-26H-22L-14-38H14L22-26H44V34H-44ZM0-14A19 19 0 1 0 0 24A19 19 0 1 0 0-14ZM0-4A9 9 0 1 1 0 14A9 9 0 1 1 0-4Z',
  ],
  [
    /clean|optim|tune|driver|boost|utilit|uninstall/i,
    'M22-44L8-30L10-14L26-12L40-26C44-8 30 8 12 4L-22 38C-34 46-46 34-38 22L-4-12C-8-30 4-44 22-44Z',
  ],
  [
    /backup|disk|partition|recover|clone/i,
    'M-36-30C-36-46 36-46 36-30V30C36 46-36 46-36 30ZM-36-18C-36-6 36-6 36-18V-12C36 0-36 0-36-12ZM-36 6C-36 18 36 18 36 6V12C36 24-36 24-36 12Z',
  ],
  [/pass|key/i, 'M-12-36A22 22 0 1 1-10 8L4-6H16V6H28V18H40V32L34 36H22L0 14A22 22 0 0 1-12-36ZM-18-22A7 7 0 1 0-18-8A7 7 0 1 0-18-22Z'],
];
const page = 'M-32-46H14L34-26V46H-32ZM-18-18H18V-10H-18ZM-18 2H18V10H-18ZM-18 22H6V30H-18Z';

export function programTile(s: Sketch, title: string, x: number, y: number, size: number): void {
  const tile = `M${n(-size * 0.28)} ${n(-size / 2)}H${n(size * 0.28)}C${n(size * 0.45)} ${n(-size / 2)} ${n(size / 2)} ${n(-size * 0.45)} ${n(size / 2)} ${n(-size * 0.28)}V${n(size * 0.28)}C${n(size / 2)} ${n(size * 0.45)} ${n(size * 0.45)} ${n(size / 2)} ${n(size * 0.28)} ${n(size / 2)}H${n(-size * 0.28)}C${n(-size * 0.45)} ${n(size / 2)} ${n(-size / 2)} ${n(size * 0.45)} ${n(-size / 2)} ${n(size * 0.28)}V${n(-size * 0.28)}C${n(-size / 2)} ${n(-size * 0.45)} ${n(-size * 0.45)} ${n(-size / 2)} ${n(-size * 0.28)} ${n(-size / 2)}Z`;
  s.glow(x, y, size * 1.25, s.p.glow, 0.5);
  s.within(`translate(${n(x)} ${n(y + size * 0.06)})`, () => s.path(tile, s.p.near, 0.5));
  s.within(`translate(${n(x)} ${n(y)})`, () => {
    s.path(
      tile,
      s.linear(
        [-size / 2, -size / 2],
        [size / 2, size / 2],
        [
          [0, lighter(s.p.horizon, 0.25)],
          [0.55, s.p.far],
          [1, s.p.middle],
        ],
      ),
    );
    s.path(
      `M${n(-size * 0.5)} ${n(size * 0.05)}C${n(-size * 0.2)} ${n(-size * 0.12)} ${n(size * 0.2)} ${n(size * 0.02)} ${n(size * 0.5)} ${n(-size * 0.2)}V${n(-size * 0.28)}C${n(size / 2)} ${n(-size * 0.45)} ${n(size * 0.45)} ${n(-size / 2)} ${n(size * 0.28)} ${n(-size / 2)}H${n(-size * 0.28)}C${n(-size * 0.45)} ${n(-size / 2)} ${n(-size / 2)} ${n(-size * 0.45)} ${n(-size / 2)} ${n(-size * 0.28)}Z`,
      '#ffffff',
      0.13,
    );
    const d = glyphs.find(([words]) => words.test(title))?.[1] ?? page;
    s.within(`scale(${(size / 165).toFixed(3)})`, () =>
      s.add(
        `<path d="${d}" fill="${s.vertical(-46, 46, [
          [0, '#ffffff'],
          [1, s.p.letters],
        ])}" fill-rule="evenodd"/>`,
      ),
    );
  });
}

/** A card at a slant with what it is worth, over a second one. */
export function giftCard(s: Sketch, platform: string, worth: string): void {
  const { w, h, r } = s;
  s.rect(
    0,
    0,
    w,
    h,
    s.linear(
      [0, 0],
      [w * 0.4, h],
      [
        [0, s.p.middle],
        [0.55, mix(s.p.middle, s.p.top, 0.55)],
        [1, darker(s.p.top, 0.3)],
      ],
    ),
  );
  beams(s, w / 2, h * 0.38, 22, 0.16);
  s.glow(w / 2, h * 0.38, w * 0.62, s.p.horizon, 0.55);
  const width = w * 0.76;
  const height = width * 0.63;
  for (const [turn, back] of [
    [r.range(9, 15), true],
    [r.range(-10, -5), false],
  ] as const) {
    s.within(`translate(${n(w / 2)} ${n(h * 0.39)}) rotate(${n(turn)}) translate(${n(-width / 2)} ${n(-height / 2)})`, () => {
      s.rect(6, 16, width, height, '#000000', 0.35, 26);
      s.rect(
        0,
        0,
        width,
        height,
        s.linear(
          [0, 0],
          [width, height],
          back
            ? [
                [0, s.p.far],
                [1, s.p.near],
              ]
            : [
                [0, lighter(s.p.horizon, 0.12)],
                [0.5, s.p.far],
                [1, darker(s.p.middle, 0.15)],
              ],
        ),
        1,
        26,
      );
      if (back) return;
      s.add(
        `<g clip-path="${s.clip(`M26 0H${n(width - 26)}Q${n(width)} 0 ${n(width)} 26V${n(height - 26)}Q${n(width)} ${n(height)} ${n(width - 26)} ${n(height)}H26Q0 ${n(height)} 0 ${n(height - 26)}V26Q0 0 26 0Z`)}">`,
      );
      for (let i = 0; i < 6; i++) s.stroke(ring(width * 0.86, height * 0.12, width * (0.16 + i * 0.11)), '#ffffff', 9, 0.09);
      s.polygon(
        [
          [width * 0.08, height],
          [width * 0.42, 0],
          [width * 0.6, 0],
          [width * 0.26, height],
        ],
        '#ffffff',
        0.09,
      );
      s.rect(width * 0.63, -4, width * 0.07, height + 8, s.p.spark, 0.92);
      s.path(
        `M${n(width * 0.665)} ${n(height * 0.3)}c${n(-width * 0.13)} ${n(-height * 0.28)} ${n(-width * 0.2)} ${n(height * 0.02)} 0 0c${n(width * 0.2)} ${n(height * 0.02)} ${n(width * 0.13)} ${n(-height * 0.28)} 0 0Z`,
        s.p.spark,
      );
      s.circle(width * 0.665, height * 0.3, 10, lighter(s.p.spark, 0.45));
      s.add('</g>');
      line(s, platform, width * 0.07, height * 0.2, Math.min(30, (width * 0.5) / Math.max(4, platform.length * 0.62)), {
        family: 'Manrope',
        fill: '#ffffff',
        anchor: 'start',
      });
      if (worth)
        line(s, worth, width * 0.07, height * 0.84, Math.min(92, (width * 0.52) / (worth.length * 0.6)), {
          family: 'Manrope',
          fill: '#ffffff',
          anchor: 'start',
          edge: s.p.near,
        });
    });
  }
  sparks(s, 60, 0.05, 0.75, s.p.glow);
}

/** A head and shoulders in a ring, for accounts. */
export function accountMark(s: Sketch, x: number, y: number, radius: number): void {
  s.circle(x, y, radius * 1.12, s.p.near, 0.8);
  s.stroke(ring(x, y, radius), s.p.spark, radius * 0.12, 1);
  s.circle(x, y - radius * 0.22, radius * 0.3, '#ffffff');
  s.path(
    `M${n(x - radius * 0.52)} ${n(y + radius * 0.58)}C${n(x - radius * 0.5)} ${n(y + radius * 0.02)} ${n(x + radius * 0.5)} ${n(y + radius * 0.02)} ${n(x + radius * 0.52)} ${n(y + radius * 0.58)}Z`,
    '#ffffff',
  );
}

/** Instruments over a screenshot, as a game of its genres shows them. */
export function instruments(s: Sketch, genres: ReadonlySet<string>): void {
  const { w, h, r, p } = s;
  const bar = (x: number, y: number, width: number, colour: string, share: number) => {
    s.rect(x, y, width, 14, '#000000', 0.5, 7);
    s.rect(x + 2, y + 2, (width - 4) * share, 10, colour, 0.95, 5);
  };
  const map = (x: number, y: number, radius: number) => {
    s.circle(x, y, radius, '#000000', 0.45);
    s.stroke(
      `${ring(x, y, radius)}M${n(x - radius)} ${n(y)}H${n(x + radius)}M${n(x)} ${n(y - radius)}V${n(y + radius)}`,
      '#ffffff',
      2,
      0.35,
    );
    for (let i = 0; i < 5; i++)
      s.circle(x + r.range(-0.6, 0.6) * radius, y + r.range(-0.6, 0.6) * radius, 5, i ? p.spark : '#ffffff', 0.95);
  };
  if (genres.has('Racing')) {
    s.stroke(`M${n(w - 230)} ${n(h - 70)}a90 90 0 1 1 150 0`, '#000000', 16, 0.5);
    s.stroke(`M${n(w - 230)} ${n(h - 70)}a90 90 0 0 1 96 -128`, p.spark, 12, 0.95);
    map(110, h - 110, 70);
    for (let i = 0; i < 4; i++) s.rect(40, 44 + i * 34, i ? 150 : 190, 24, '#000000', 0.45, 6);
    return;
  }
  if (genres.has('FPS') || genres.has('Third-Person Shooter')) {
    s.stroke(
      `M${w / 2 - 26} ${h / 2}h14M${w / 2 + 12} ${h / 2}h14M${w / 2} ${h / 2 - 26}v14M${w / 2} ${h / 2 + 12}v14`,
      '#ffffff',
      3.4,
      0.9,
    );
    for (let i = 0; i < 12; i++) s.rect(w - 240 + i * 16, h - 64, 9, 26, '#ffffff', i < 8 ? 0.9 : 0.28, 3);
    bar(48, h - 60, 250, p.letters, r.range(0.4, 0.95));
    map(w - 120, 120, 78);
    return;
  }
  if (genres.has('Strategy') || genres.has('Simulation')) {
    s.rect(0, 0, w, 46, '#000000', 0.5);
    for (let i = 0; i < 5; i++) {
      s.circle(50 + i * 150, 23, 10, [p.spark, p.glow, p.horizon, '#8fe388', '#ffffff'][i] ?? p.spark);
      s.rect(70 + i * 150, 17, r.range(40, 78), 12, '#ffffff', 0.8, 6);
    }
    map(120, h - 116, 88);
    for (let i = 0; i < 7; i++) s.rect(w / 2 - 250 + i * 72, h - 76, 60, 60, '#000000', 0.5, 10);
    for (let i = 0; i < 7; i++) s.circle(w / 2 - 220 + i * 72, h - 46, 15, i % 2 ? p.spark : p.letters, 0.8);
    return;
  }
  bar(48, 44, 300, '#e5484d', r.range(0.5, 1));
  bar(48, 66, 220, '#3fb6ff', r.range(0.3, 0.95));
  for (let i = 0; i < 5; i++) s.rect(w / 2 - 190 + i * 78, h - 84, 66, 66, '#000000', 0.45, 12);
  for (let i = 0; i < 5; i++) s.circle(w / 2 - 157 + i * 78, h - 51, 17, i === 1 ? p.spark : p.letters, i === 1 ? 1 : 0.55);
  if (r.chance(0.6)) map(w - 116, 112, 74);
}
