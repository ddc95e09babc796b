import { lighter, mix } from '../colour.ts';
import { aerial, beams, clouds, fir, hills, lamp, land, puff, ridgeLine, ring, sky, sparks, stars } from '../elements.ts';
import { figure, winged } from '../figures.ts';
import { n, type Point, type Sketch } from '../sketch.ts';
import { lookout } from './outdoors.ts';

export function city(s: Sketch): void {
  const { w, h, r } = s;
  sky(s, 0.78);
  stars(s, 60, 0.3);
  lamp(s, w * r.range(0.3, 0.7), h * r.range(0.26, 0.4), Math.min(w, h) * r.range(0.12, 0.2), r.chance(0.5));
  clouds(s, 6, 0.1, 0.45, s.p.horizon, 0.2);
  for (let layer = 0; layer < 4; layer++) {
    const share = layer / 3;
    const colour = aerial(s, share);
    const base = h * (0.74 + share * 0.14);
    const widest = w * (0.08 + share * 0.07);
    let walls = '';
    let warm = '';
    let cold = '';
    for (let x = -widest; x < w + widest;) {
      const width = widest * r.range(0.5, 1.15);
      const middle = Math.abs(x + width / 2 - w / 2) / w;
      const tall = h * r.range(0.12, 0.36) * (layer < 2 ? 1.2 - middle * 0.6 : 0.5 + middle * 1.5);
      walls += `M${n(x)} ${n(h)}V${n(base - tall)}h${n(width)}V${n(h)}Z`;
      if (r.chance(0.4)) walls += `M${n(x + width * 0.25)} ${n(base - tall)}v${n(-tall * 0.14)}h${n(width * 0.5)}v${n(tall * 0.14)}Z`;
      if (r.chance(0.3)) walls += `M${n(x + width * 0.48)} ${n(base - tall)}v${n(-tall * 0.36)}h${n(width * 0.05)}v${n(tall * 0.36)}Z`;
      const pane = 4 + share * 4;
      for (let row = base - tall + pane * 2; row < h * 0.94 && layer > 0; row += pane * 2.2)
        for (let at = x + pane; at < x + width - pane; at += pane * 1.9)
          if (r.chance(0.2)) {
            const window = `M${n(at)} ${n(row)}h${n(pane * 0.9)}v${n(pane * 1.1)}h${n(-pane * 0.9)}Z`;
            if (r.chance(0.7)) warm += window;
            else cold += window;
          }
      x += width + r.range(0, widest * 0.12);
    }
    s.path(
      walls,
      s.vertical(base - h * 0.35, base + h * 0.1, [
        [0, colour],
        [1, mix(colour, share < 0.8 ? s.p.horizon : s.p.near, 0.45)],
      ]),
    );
    s.path(warm, s.p.glow, 0.35 + share * 0.45);
    s.path(cold, s.p.spark, 0.4 + share * 0.5);
  }
  if (r.chance(0.7)) lookout(s, ['soldier', 'wanderer', 'pair'], w * r.range(0.38, 0.62), h * 0.72, Math.min(w, h) * r.range(0.26, 0.34));
  for (let i = 0; i < 5; i++) s.glow(w * r.range(0, 1), h * r.range(0.75, 1), w * 0.28, s.p.spark, 0.16);
}

export function castle(s: Sketch): void {
  const { w, h, r } = s;
  sky(s, 0.7);
  const x = w * r.range(0.3, 0.7);
  const night = r.chance(0.5);
  if (night) stars(s, 120, 0.5);
  lamp(s, x + w * r.range(-0.12, 0.12), h * 0.33, Math.min(w, h) * r.range(0.14, 0.22), night);
  clouds(s, 8, 0.2, 0.55, lighter(s.p.horizon, 0.3), 0.25);
  hills(s, 2, 0.62, 0.68, 0.2, 0.9);
  const base = h * 0.7;
  const unit = Math.min(w, h) * r.range(0.036, 0.062);
  const wings = r.int(2, 5);
  const wall = mix(s.p.far, s.p.near, 0.55);
  let stone = '';
  let roofs = '';
  let lights = '';
  const tower = (at: number, width: number, tall: number, pointed: boolean) => {
    stone += `M${n(at - width / 2)} ${n(base + unit * 3)}V${n(base - tall)}h${n(width)}V${n(base + unit * 3)}Z`;
    if (pointed)
      roofs += `M${n(at - width * 0.68)} ${n(base - tall)}L${n(at)} ${n(base - tall - width * 2.1)}L${n(at + width * 0.68)} ${n(base - tall)}Z`;
    else
      for (let k = 0; k < 4; k++)
        stone += `M${n(at - width * 0.6 + k * width * 0.34)} ${n(base - tall)}v${n(-width * 0.2)}h${n(width * 0.2)}v${n(width * 0.2)}Z`;
    for (let k = 0; k < 3; k++) if (r.chance(0.6)) lights += `M${n(at - 2.5)} ${n(base - tall + width * (0.4 + k * 0.9))}h5v10h-5Z`;
  };
  for (let i = -wings; i <= wings; i++)
    tower(
      x + i * unit * 1.55 + r.range(-4, 4),
      unit * r.range(0.7, 1.2),
      unit * (7.4 - (Math.abs(i) * 4.6) / wings) * r.range(0.75, 1.2),
      r.chance(0.68),
    );
  tower(x, unit * 1.6, unit * r.range(7.5, 9.5), true);
  s.path(
    stone,
    s.linear(
      [x - unit * 6, 0],
      [x + unit * 6, 0],
      [
        [0, lighter(wall, 0.12)],
        [0.5, wall],
        [1, s.p.near],
      ],
    ),
  );
  s.path(roofs, mix(s.p.near, s.p.spark, 0.28));
  s.path(lights, s.p.glow);
  land(
    s,
    ridgeLine(s, base + h * 0.07, h * 0.09, 0.7),
    s.vertical(base, h * 0.85, [
      [0, aerial(s, 0.72)],
      [1, s.p.near],
    ]),
  );
  if (r.chance(0.4))
    winged(
      s,
      w * (x > w / 2 ? r.range(0.16, 0.36) : r.range(0.64, 0.84)),
      h * r.range(0.18, 0.4),
      w * r.range(0.16, 0.42),
      mix(s.p.near, s.p.top, 0.25),
    );
  let trees = '';
  for (let i = 0; i < 16; i++) trees += fir(w * r.range(0, 1), h * r.range(0.84, 0.93), h * r.range(0.07, 0.15));
  s.path(trees, s.p.near);
  if (r.chance(0.7))
    lookout(
      s,
      ['knight', 'rider', 'wanderer', 'pair'],
      w * (x > w / 2 ? r.range(0.2, 0.36) : r.range(0.64, 0.8)),
      h * 0.77,
      Math.min(w, h) * r.range(0.2, 0.32),
    );
  sparks(s, 34, 0.4, 0.95);
}

export function islands(s: Sketch): void {
  const { w, h, r } = s;
  sky(s, 0.9);
  beams(s, w * 0.5, h * 0.3, 14, 0.14);
  lamp(s, w * r.range(0.3, 0.7), h * 0.2, Math.min(w, h) * 0.09);
  for (let i = 0; i < 5; i++) puff(s, w * r.range(0, 1), h * r.range(0.12, 0.6), w * r.range(0.2, 0.42), lighter(s.p.horizon, 0.45), 0.75);
  const spots: Point[] = [
    [0.2, 0.32],
    [0.8, 0.27],
    [0.5, 0.52],
    [0.15, 0.66],
    [0.86, 0.62],
  ];
  for (const [index, [fx, fy]] of spots.entries()) {
    const width = w * (index === 2 ? 0.42 : r.range(0.16, 0.26));
    const x = w * (fx + r.range(-0.04, 0.04));
    const y = h * (fy + r.range(-0.03, 0.03));
    const rock = mix(s.p.near, s.p.middle, 0.35);
    const jag = Array.from({ length: 9 }, (_, k): Point => [
      x + width / 2 - (k / 8) * width,
      y + width * (0.12 + 0.5 * Math.sin((k / 8) * Math.PI)) * r.range(0.75, 1.15),
    ]);
    s.polygon(
      [[x - width / 2, y], [x + width / 2, y], ...jag],
      s.vertical(y, y + width * 0.6, [
        [0, lighter(rock, 0.2)],
        [1, rock],
      ]),
    );
    s.path(
      `M${n(x - width * 0.54)} ${n(y + width * 0.05)}C${n(x - width * 0.5)} ${n(y - width * 0.12)} ${n(x + width * 0.5)} ${n(y - width * 0.12)} ${n(x + width * 0.54)} ${n(y + width * 0.05)}L${n(x + width * 0.42)} ${n(y + width * 0.13)}L${n(x + width * 0.28)} ${n(y + width * 0.05)}L${n(x + width * 0.1)} ${n(y + width * 0.15)}L${n(x - width * 0.1)} ${n(y + width * 0.06)}L${n(x - width * 0.3)} ${n(y + width * 0.14)}Z`,
      s.vertical(y - width * 0.1, y + width * 0.15, [
        [0, '#b7f06a'],
        [1, mix('#2f9e5a', s.p.far, 0.3)],
      ]),
    );
    for (const side of [-0.24, 0.22]) {
      const tall = width * r.range(0.22, 0.4);
      const tx = x + side * width;
      s.rect(tx - tall * 0.06, y - tall * 0.5, tall * 0.12, tall * 0.5, '#6b4426');
      const crown = r.pick([s.p.spark, '#58c26a', s.p.horizon]);
      s.path(
        ring(tx, y - tall * 0.75, tall * 0.3) +
          ring(tx - tall * 0.24, y - tall * 0.58, tall * 0.22) +
          ring(tx + tall * 0.24, y - tall * 0.58, tall * 0.22),
        s.vertical(y - tall, y - tall * 0.4, [
          [0, lighter(crown, 0.35)],
          [1, crown],
        ]),
      );
    }
    if (index === 2) figure(s, r.pick(['wanderer', 'knight', 'astronaut']), x, y - width * 0.05, width * 0.55, 'right');
  }
  for (let i = 0; i < 6; i++) {
    const x = w * (0.3 + i * 0.08);
    const y = h * (0.4 - Math.sin((i / 5) * Math.PI) * 0.09);
    s.circle(x, y, w * 0.018, s.p.spark);
    s.circle(x - 2, y - 2, w * 0.009, '#ffffff', 0.8);
  }
}
