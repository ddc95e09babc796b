import type { ArtRecipe } from './recipe.ts';
import { darker, lighter, mix } from './colour.ts';
import { vignette } from './elements.ts';
import { drawable, familyFor, fit, line, titleParts } from './lettering.ts';
import { moodAndScene, randomOf } from './mood.ts';
import { accountMark, giftCard, instruments, programTile } from './objects.ts';
import { type Mood, paletteOf } from './palettes.ts';
import type { Scene } from './scenes/index.ts';
import { n, Sketch } from './sketch.ts';

/** Sizes that pictures are composed in; they are drawn at any width. */
const COVER = { w: 600, h: 800 };
const WIDE = { w: 1280, h: 720 };
const SCENE_SHARE = 0.86;

/** The picture of a recipe as SVG text: always the same for the same recipe, whatever the title holds. */
export function composeSvg(recipe: ArtRecipe): string {
  const random = randomOf(recipe);
  const title = drawable(recipe.title);
  const { mood, scene } = moodAndScene(recipe, random);
  const { w, h } = recipe.kind === 'cover' ? COVER : WIDE;
  const s = new Sketch(w, h, random, paletteOf(mood, random));
  if (recipe.kind === 'cover' && recipe.category === 'Gift Card') {
    giftCard(s, drawable(recipe.platform ?? 'Gift card'), worthOf(title));
    coverText(s, title, 'tool', recipe, 0.68);
  } else if (recipe.kind === 'cover' && recipe.category === 'Software') {
    scene(s);
    vignette(s, 0.5);
    programTile(s, title, w / 2, h * 0.36, w * 0.46);
    coverText(s, title, 'tool', recipe, 0.6);
  } else if (recipe.kind === 'cover') {
    raised(s, scene);
    vignette(s);
    coverText(s, title, mood, recipe, 0.61);
  } else if (recipe.kind === 'illustration') {
    scene(s);
    vignette(s, 0.4);
    desktop(s, title);
  } else {
    scene(s);
    vignette(s, 0.45);
    if (recipe.kind === 'screenshot') instruments(s, new Set(recipe.genres));
    if (recipe.kind === 'blog') programTile(s, `${title} ${recipe.seed}`, w / 2, h / 2, h * 0.42);
  }
  return s.toSvg();
}

/** A scene in the upper part of a cover: what it shows must stand clear of the title. */
function raised(s: Sketch, scene: Scene): void {
  const upper = new Sketch(s.w, s.h * SCENE_SHARE, s.r, s.p, 's');
  scene(upper);
  s.add(upper.toMarkup());
  s.rect(0, s.h * SCENE_SHARE - 2, s.w, s.h * (1 - SCENE_SHARE) + 2, darker(s.p.near, 0.3));
}

/** What a card is worth, out of its name: `€20`, `100 zł`, `12 months`; empty where the name does not say. */
function worthOf(title: string): string {
  const [, months] = /(\d{1,2}) months?\b/iu.exec(title) ?? [];
  if (months) return `${months} ${months === '1' ? 'month' : 'months'}`;
  const [, before, first, second, after] = /([€$£])\s?(\d{1,4})\b|\b(\d{1,5})\s?(€|\$|£|zł|PLN|EUR|USD|GBP)/u.exec(title) ?? [];
  if (before) return `${before}${first ?? ''}`;
  const sign = { EUR: '€', USD: '$', GBP: '£', PLN: 'zł' }[after ?? ''] ?? after;
  if (!sign) return /\b\d{1,5}$/.exec(title)?.[0] ?? '';
  return sign === 'zł' ? `${second ?? ''} zł` : `${sign}${second ?? ''}`;
}

/** Where the lettering of a cover ends, as a share of its height: below it the smallest of the shop's cards lays its chip. */
const TEXT_END = 0.86;
/** Covers before version 3 went down to here, with the platform's word at the upper edge. */
const OLD_TEXT_END = 0.895;

/** The title block, in the share of the height from `oldFrom`, or as much higher as it ends higher: the shop's badge, heart and chip keep to the corners. */
function coverText(s: Sketch, title: string, mood: Mood, recipe: ArtRecipe, oldFrom: number): void {
  const { w, h, p } = s;
  const isOld = recipe.v < 3;
  const from = isOld ? oldFrom : oldFrom - (OLD_TEXT_END - TEXT_END);
  s.rect(
    0,
    h * (from - 0.12),
    w,
    h * (1.12 - from),
    s.vertical(h * (from - 0.12), h, [
      [0, darker(p.near, 0.3), 0],
      [0.4, darker(p.near, 0.3), 0.72],
      [0.68, darker(p.near, 0.3), 1],
      [1, mix(p.near, p.middle, 0.22), 1],
    ]),
  );
  if (isOld) platformWord(s, drawable(recipe.platform ?? '').toUpperCase());

  const { main, rest, edition } = titleParts(title);
  const isAccount = recipe.category === 'Account';
  const mark = isAccount && !isOld ? 'Account' : edition;
  const small = [rest, edition, mark === edition ? '' : mark].filter(Boolean);
  const family = familyFor(main.toUpperCase(), mood);
  const bottom = h * (isOld ? OLD_TEXT_END : TEXT_END);
  const subs = small.map((text) => ({
    text,
    set: fit(text.toUpperCase(), familyFor(text.toUpperCase(), mood), { width: w * 0.8, height: h * 0.07, largest: 34 }),
  }));
  const subHeight = subs.reduce((sum, { set }) => sum + set.height + 12, 0);
  const set = fit(
    main.toUpperCase(),
    family,
    { width: w * 0.86, height: h * ((isOld ? 0.9 : TEXT_END) - from) - subHeight, largest: 112 },
    family === 'Baloo 2' ? 0.92 : 1.06,
  );
  let baseline = bottom - subHeight - set.height + set.size * 0.84;
  const face = s.vertical(baseline - set.size, baseline + set.height, [
    [0, '#ffffff'],
    [0.5, p.letters],
    [1, mix(p.letters, p.spark, 0.45)],
  ]);
  if (isAccount) accountMark(s, w / 2, baseline - set.size - 46, 40);
  for (const text of set.lines) {
    line(s, text, w / 2, baseline, set.size, { family, fill: face, edge: darker(p.near, 0.4) });
    baseline += set.height / set.lines.length;
  }
  let y = bottom - subHeight + 6;
  for (const [index, { text, set: sub }] of subs.entries()) {
    const isMark = index === small.length - 1 && mark !== '';
    if (index === 0) rule(s, y);
    for (const part of sub.lines) {
      line(s, part, w / 2, y + sub.size * 1.05, sub.size, {
        family: familyFor(text.toUpperCase(), mood),
        fill: isMark ? lighter(p.spark, 0.3) : p.letters,
        spacing: sub.size < 26 ? 0.06 : 0.03,
        edge: darker(p.near, 0.4),
      });
      y += sub.height / sub.lines.length;
    }
    y += 12;
  }
  if (isAccount && isOld) line(s, 'ACCOUNT', w / 2, h * 0.945, 24, { family: 'Manrope', fill: lighter(p.spark, 0.25), spacing: 0.34 });
}

function rule(s: Sketch, y: number): void {
  const { w, p } = s;
  s.rect(
    w * 0.3,
    y - 3,
    w * 0.4,
    2.5,
    s.linear(
      [w * 0.3, 0],
      [w * 0.7, 0],
      [
        [0, p.spark, 0],
        [0.5, p.spark, 1],
        [1, p.spark, 0],
      ],
    ),
  );
}

function platformWord(s: Sketch, word: string): void {
  const { w, h, p } = s;
  s.rect(
    0,
    0,
    w,
    h * 0.16,
    s.vertical(0, h * 0.16, [
      [0, darker(p.near, 0.4), 0.62],
      [1, p.near, 0],
    ]),
  );
  if (word === '') return;
  const size = Math.min(23, 300 / Math.max(1, word.length));
  line(s, word, w / 2, 44, size, { family: 'Manrope', fill: '#ffffff', spacing: 0.2, opacity: 0.92 });
}

/** A window of a made-up program with its mark, for software pages. */
function desktop(s: Sketch, title: string): void {
  const { r, p } = s;
  s.within(`translate(${n(r.range(180, 240))} ${n(r.range(96, 130))})`, () => {
    s.rect(10, 22, 860, 500, '#000000', 0.4, 24);
    s.rect(
      0,
      0,
      860,
      500,
      s.vertical(0, 500, [
        [0, mix(p.near, p.middle, 0.25)],
        [1, p.near],
      ]),
      0.96,
      24,
    );
    for (const [i, colour] of [p.spark, p.glow, p.horizon].entries()) s.circle(36 + i * 30, 32, 8, colour);
    s.rect(0, 62, 210, 438, '#ffffff', 0.05);
    for (let i = 0; i < 6; i++) s.rect(30, 96 + i * 56, r.range(90, 150), 16, i === 1 ? p.spark : '#ffffff', i === 1 ? 0.9 : 0.24, 8);
    for (let i = 0; i < 3; i++) {
      s.rect(240 + i * 200, 92, 180, 120, '#ffffff', 0.07, 16);
      s.rect(260 + i * 200, 116, 80, 12, '#ffffff', 0.4, 6);
      s.rect(260 + i * 200, 150, r.range(70, 130), 30, [p.spark, p.horizon, p.glow][i] ?? p.spark, 0.85, 8);
    }
    const points = Array.from({ length: 9 }, (_, i) => `${240 + i * 72} ${n(450 - r.range(20, 170) - i * 6)}`);
    s.path(
      `M240 470L${points.join('L')}L816 470Z`,
      s.vertical(240, 470, [
        [0, p.spark, 0.6],
        [1, p.spark, 0.03],
      ]),
    );
    s.stroke(`M${points.join('L')}`, p.spark, 5, 0.95);
  });
  programTile(s, title, s.w * 0.8, s.h * 0.66, 230);
}
