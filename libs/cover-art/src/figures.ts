import { mix } from './colour.ts';
import { n, type Sketch } from './sketch.ts';

/** Silhouettes that give a scene somebody to follow. All are drawn in a frame 100 units high with the foot at the origin. */
export type Figure = 'wanderer' | 'knight' | 'soldier' | 'astronaut' | 'pair' | 'rider';

const cloak =
  'M-6-84C-15-81-17-70-18-56C-20-36-24-18-31-5C-24-8-20-4-15-7C-11-3-6-8-1-4C5-8 9-3 13-7C18-3 22-8 27-5C20-22 19-40 17-57C16-71 14-81 6-84Z';
const hood = 'M-9-85C-11-96-5-102 0-102C5-102 11-96 9-85C6-80-6-80-9-85Z';
const legs = 'M-9-8L-11 0L-3 0L-2-8ZM3-8L4 0L12 0L9-8Z';
const blade = 'M20-78L24-81L52-14L47-12ZM15-71L29-77L30-74L17-68ZM18-84L21-86L24-80L21-78Z';

const shapes: Record<Exclude<Figure, 'pair'>, string> = {
  wanderer: cloak + hood + legs + 'M22-60L25-60L29 0L26 0ZM18-62L30-64L27-70L20-69Z',
  knight: `${cloak}M-8-84C-10-94-8-101 0-102C8-101 10-94 8-84L4-80L-4-80ZM-1-102L1-102L3-110L10-106L2-100Z${legs}${blade}M-18-76C-26-74-27-66-24-62L-14-66ZM18-76C26-74 27-66 24-62L14-66Z`,
  soldier:
    'M-8-86C-10-98-4-102 0-102C6-102 10-98 9-88L11-86L-9-85ZM-6-85L6-85L7-80L-7-80ZM-9-81L9-81C17-80 20-74 20-64L19-52L12-50L13-42L-12-42L-12-66L-19-50L-24-54L-17-74C-15-79-13-80-9-81ZM-12-42L13-42L16-20L15-3L20 0L8 0L6-20L1-36L-5-20L-8-3L-8 0L-18 0L-14-3L-14-22ZM-30-50L22-68L24-64L34-68L35-65L25-60L-6-49L-4-42L-8-41L-11-47L-28-41ZM-20-78L-10-80L-11-56L-20-58Z',
  astronaut:
    'M-14-88C-14-97-8-103 0-103C8-103 14-97 14-88C14-80 8-74 0-74C-8-74-14-80-14-88ZM-12-75L12-75C20-74 23-68 24-60L26-38L19-36L16-54L16-36L-16-36L-16-54L-19-36L-26-38L-24-60C-23-68-20-74-12-75ZM-16-36L16-36L18-14L18 0L5 0L3-20L0-28L-3-20L-5 0L-18 0L-18-14ZM-22-80L-13-82L-13-46L-21-48ZM22-80L13-82L13-46L21-48Z',
  rider:
    'M-46-40C-50-50-48-58-52-64L-60-62C-66-62-68-66-66-70L-56-78C-54-84-50-86-48-84L-46-80C-38-74-36-64-30-58C-20-54-8-56 4-56C16-56 28-58 36-50C44-44 42-30 50-22C44-24 40-30 38-34L36-20L42-2L36 0L30-16L26-30C14-26 0-26-14-28L-22-14L-18-2L-24 0L-30-14L-26-30L-34-20L-46-14L-44-6L-50-6L-52-18L-40-28ZM-12-56L-14-80C-14-88-10-92-8-94C-11-100-8-107-2-107C4-107 7-101 4-95C10-92 12-84 12-76C16-70 22-60 26-50L12-54L8-38L12-26L4-26L0-40L-4-52Z',
};

/** Draws a figure of `height` with its foot at (x, y), dark with a rim of light on its left or right. */
export function figure(s: Sketch, kind: Figure, x: number, y: number, height: number, lightFrom: 'left' | 'right' = 'left'): void {
  const one = (shape: string, at: number, tall: number, flip: boolean) =>
    s.within(`translate(${n(at)} ${n(y)}) scale(${((flip ? -1 : 1) * tall) / 100} ${tall / 100})`, () => {
      const side = lightFrom === 'left' ? -1 : 1;
      s.within(`translate(${(flip ? -side : side) * 1.3} -0.9)`, () => s.path(shape, mix(s.p.glow, s.p.spark, 0.35), 0.85));
      s.path(
        shape,
        s.linear(
          [-20, -100],
          [20, 0],
          [
            [0, mix(s.p.near, s.p.far, 0.18)],
            [1, s.p.near],
          ],
        ),
      );
      if (shape === shapes.astronaut)
        s.path(
          'M-9-90C-9-96-5-98 0-98C5-98 9-96 9-90C9-84 5-81 0-81C-5-81-9-84-9-90Z',
          s.linear(
            [-9, -98],
            [9, -81],
            [
              [0, s.p.glow],
              [0.5, s.p.spark],
              [1, s.p.top],
            ],
          ),
          0.95,
        );
    });
  if (kind === 'pair') {
    one(shapes.wanderer, x - height * 0.24, height, false);
    one(shapes.knight, x + height * 0.26, height * 0.92, s.r.chance(0.5));
  } else one(shapes[kind], x, height, s.r.chance(0.5));
}

/** A dragon (or a very large bat) seen against the sky, `span` wide. */
export function winged(s: Sketch, x: number, y: number, span: number, colour: string): void {
  const half = 'M0-6C6-16 14-24 26-30C36-34 46-34 54-24C47-22 43-16 42-8C37-12 31-11 28-2C23-8 17-7 13 2C10-2 5-1 3 4L1.5 22L5 27L0 30Z';
  for (const side of [-1, 1]) {
    s.within(
      `translate(${n(x)} ${n(y)}) rotate(${n(side * -3)}) scale(${((side * span) / 108).toFixed(3)} ${(span / 108).toFixed(3)})`,
      () => s.path(half, colour),
    );
  }
  s.within(`translate(${n(x)} ${n(y)}) scale(${(span / 108).toFixed(3)})`, () =>
    s.path('M-3-4C-4-12-2-17-4-22L-1-20L0-24L1-20L4-22C2-17 4-12 3-4Z', colour),
  );
}

/** Birds far away. */
export function birds(s: Sketch, count: number, x: number, y: number, spread: number): void {
  const d = Array.from({ length: count }, () => {
    const size = s.r.range(4, 9);
    return `M${n(x + s.r.range(-spread, spread))} ${n(y + s.r.range(-spread, spread) * 0.4)}q${n(size * 0.6)} ${n(-size * 0.7)} ${n(size)} 0q${n(size * 0.4)} ${n(-size * 0.7)} ${n(size)} 0`;
  });
  s.stroke(d.join(''), s.p.near, 2, 0.7);
}

/** A car from behind, `width` wide, standing on (x, y). */
export function car(s: Sketch, x: number, y: number, width: number): void {
  s.glow(x, y, width * 0.75, s.p.spark, 0.35);
  s.within(`translate(${n(x)} ${n(y)}) scale(${(width / 100).toFixed(3)})`, () => {
    s.path(
      'M-48 0C-52-14-50-24-44-27L-38-28C-32-42-26-46-18-47L18-47C26-46 32-42 38-28L44-27C50-24 52-14 48 0Z',
      s.vertical(-47, 0, [
        [0, mix(s.p.middle, '#ffffff', 0.25)],
        [0.35, s.p.far],
        [1, s.p.near],
      ]),
    );
    s.path(
      'M-33-28C-28-39-24-43-17-43L17-43C24-43 28-39 33-28Z',
      s.vertical(-43, -28, [
        [0, s.p.top],
        [1, mix(s.p.horizon, s.p.top, 0.5)],
      ]),
    );
    s.path('M-46-45L46-45L44-40L-44-40ZM-40-38L-36-38L-33-28L-37-28ZM36-38L40-38L37-28L33-28Z', s.p.near);
    s.path('M-46-22L-20-19L-21-13L-46-14ZM46-22L20-19L21-13L46-14Z', '#ff3b30');
    s.path('M-43-20L-25-18L-25-16L-43-17ZM43-20L25-18L25-16L43-17Z', '#ffd0c4');
    s.path('M-16-16h32v9h-32Z', mix(s.p.near, '#ffffff', 0.14));
    s.path('M-47-3h18v8c0 2-1 3-3 3h-12c-2 0-3-1-3-3ZM47-3h-18v8c0 2 1 3 3 3h12c2 0 3-1 3-3Z', '#05060a');
  });
  s.glow(x - width * 0.34, y - width * 0.17, width * 0.22, '#ff3b30', 0.7);
  s.glow(x + width * 0.34, y - width * 0.17, width * 0.22, '#ff3b30', 0.7);
}

/** A ship under sail, `height` high from its water line at (x, y). */
export function sailer(s: Sketch, x: number, y: number, height: number): void {
  s.within(`translate(${n(x)} ${n(y)}) scale(${(height / 100).toFixed(3)})`, () => {
    s.path('M-44-12L-50-22L-36-19L34-18L52-30L46-8C42 2 30 4 0 4C-24 4-38 2-44-12Z', s.p.near);
    s.stroke('M-22-18V-84M8-18V-98M32-18V-78M44-26L66-44', s.p.near, 2.4);
    const sail = mix(s.p.letters, s.p.far, 0.25);
    s.path('M-36-80C-30-66-30-48-38-30C-26-34-16-34-8-28C-4-46-6-64-12-80Z', sail, 0.95);
    s.path('M-8-94C-1-76-1-54-10-30C4-36 16-36 26-28C30-50 28-74 20-94Z', mix(sail, s.p.near, 0.12), 0.97);
    s.path('M24-74C29-62 29-48 24-32C32-35 40-34 46-30C49-46 48-60 42-74Z', mix(sail, s.p.near, 0.25), 0.95);
    s.path('M8-98L22-103L8-106Z', s.p.spark);
  });
}
