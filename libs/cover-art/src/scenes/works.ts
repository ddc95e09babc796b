import { darker, lighter, mix } from '../colour.ts';
import { aerial, clouds, hills, lamp, land, ridgeLine, ring, sky, sparks } from '../elements.ts';
import { n, type Sketch } from '../sketch.ts';

/** Halls, chimneys and wheels: for games in which things are built. */
export function works(s: Sketch): void {
  const { w, h, r } = s;
  sky(s, 0.74);
  lamp(s, w * r.range(0.25, 0.75), h * r.range(0.24, 0.36), Math.min(w, h) * r.range(0.1, 0.17));
  clouds(s, 6, 0.1, 0.45, lighter(s.p.horizon, 0.3), 0.24);
  hills(s, 1, 0.66, 0.66, 0.14, 0.7);
  for (let layer = 0; layer < 3; layer++) {
    const share = 0.35 + layer * 0.3;
    const ground = h * (0.68 + layer * 0.07);
    const wall = aerial(s, share);
    let shape = '';
    let lights = '';
    for (let x = -w * 0.06; x < w * 1.05;) {
      const width = w * r.range(0.09, 0.2);
      const tall = h * r.range(0.07, 0.15);
      const kind = r.int(0, 3);
      if (kind === 0) {
        const tooth = width / 3;
        shape += `M${n(x)} ${h}V${n(ground - tall)}${`l${n(tooth)} ${n(-tall * 0.4)}v${n(tall * 0.4)}`.repeat(3)}V${h}Z`;
      } else if (kind === 1) {
        shape += `M${n(x)} ${h}V${n(ground - tall * 1.1)}a${n(width / 2)} ${n(width * 0.3)} 0 0 1 ${n(width)} 0V${h}Z`;
      } else {
        shape += `M${n(x)} ${h}V${n(ground - tall)}h${n(width)}V${h}Z`;
      }
      if (kind > 1) {
        const stack = w * r.range(0.018, 0.03);
        const at = x + width * r.range(0.2, 0.7);
        const top = ground - tall - h * r.range(0.09, 0.22);
        shape += `M${n(at)} ${n(ground)}L${n(at + stack * 0.2)} ${n(top)}h${n(stack)}L${n(at + stack * 1.4)} ${n(ground)}Z`;
        for (let i = 0; i < 6; i++) {
          const size = stack * (0.8 + i * 0.45);
          s.circle(
            at + stack * 0.7 + i * i * stack * 0.28,
            top - i * stack * 1.15,
            size,
            mix(s.p.horizon, s.p.middle, 0.3 + layer * 0.2),
            0.4 - i * 0.05,
          );
        }
      }
      for (let i = 0; i < 5; i++)
        if (r.chance(0.5))
          lights += `M${n(x + width * (0.12 + i * 0.17))} ${n(ground - tall * 0.55)}h${n(width * 0.08)}v${n(tall * 0.2)}h${n(-width * 0.08)}Z`;
      x += width * r.range(0.9, 1.1);
    }
    s.path(
      shape,
      s.vertical(ground - h * 0.25, ground + h * 0.1, [
        [0, wall],
        [1, mix(wall, layer < 2 ? s.p.horizon : s.p.near, 0.4)],
      ]),
    );
    s.path(lights, mix(s.p.glow, s.p.spark, 0.4), 0.55 + layer * 0.2);
  }
  wheel(s, w * r.range(0.1, 0.3), h * 0.8, Math.min(w, h) * r.range(0.14, 0.2));
  wheel(s, w * r.range(0.7, 0.9), h * 0.84, Math.min(w, h) * r.range(0.17, 0.24));
  land(
    s,
    ridgeLine(s, h * 0.9, h * 0.03, 0.3),
    s.vertical(h * 0.86, h, [
      [0, s.p.near],
      [1, darker(s.p.near, 0.5)],
    ]),
  );
  sparks(s, 60, 0.3, 0.95);
}

function wheel(s: Sketch, x: number, y: number, radius: number): void {
  const teeth = 14;
  const edge = Array.from({ length: teeth * 4 }, (_, i) => {
    const reach = i % 4 < 2 ? radius : radius * 0.84;
    const turn = ((i + (i % 2 ? -0.2 : 0.2)) / (teeth * 4)) * 6.2832;
    return `${i ? 'L' : 'M'}${n(x + Math.cos(turn) * reach)} ${n(y + Math.sin(turn) * reach)}`;
  }).join('');
  s.path(
    `${edge}Z`,
    s.linear(
      [x - radius, y - radius],
      [x + radius, y + radius],
      [
        [0, mix(s.p.spark, s.p.far, 0.45)],
        [0.5, s.p.far],
        [1, s.p.near],
      ],
    ),
  );
  s.stroke(ring(x, y, radius * 0.62), s.p.near, radius * 0.09, 0.7);
  for (let i = 0; i < 6; i++) {
    const turn = i * 1.0472 + 0.3;
    s.circle(x + Math.cos(turn) * radius * 0.38, y + Math.sin(turn) * radius * 0.38, radius * 0.12, s.p.near, 0.75);
  }
  s.circle(x, y, radius * 0.16, s.p.spark);
}
