import { expect, test } from '@jest/globals';
import { readConfig } from '../../config/config.ts';
import { button, facts, heading, item, paragraph, quote, secretBox, sideLink, smallPrint, steps } from './mail-parts.ts';
import { DARK_SCHEME, MailLayout } from './mail-layout.ts';

/** WCAG 2.2, success criterion 1.4.3: sufficient for text of any size. */
const LEAST_CONTRAST = 4.5;

interface Words {
  readonly text: string;
  readonly color: string;
  readonly background: string;
}
type Colors = Pick<Words, 'color' | 'background'>;

const layout = new MailLayout(readConfig({ STOREFRONT_ORIGIN: 'https://shop.example', API_ORIGIN: 'https://api.example' }));
const home = layout.link('/home');
/** Every part that a mail can have, and so every text class. */
const { html } = layout.compose({
  subject: 'News',
  title: 'title',
  preheader: 'preheader',
  parts: [
    paragraph('paragraph'),
    smallPrint('small print'),
    heading('heading'),
    steps(['step']),
    quote('quote'),
    secretBox('secret'),
    button('button', home),
    sideLink('side link', home),
    facts([['label', 'value']]),
    item({ name: 'product', page: home, cover: 'https://api.example/cover.webp', about: 'about' }),
  ],
});

/** The rules of the `DARK_SCHEME` media query, by class. */
function darkRules(mail: string): Map<string, Partial<Colors>> {
  const sheet = mail.slice(mail.indexOf(DARK_SCHEME) + DARK_SCHEME.length, mail.indexOf('</style>'));
  const rules = new Map<string, Partial<Colors>>();
  for (const [, selectors = '', declarations = ''] of sheet.matchAll(/((?:\.\w+,?\s*)+)\{([^}]*)\}/g))
    // Only `!important` rules override the style of the element.
    for (const [, name = ''] of selectors.matchAll(/\.(\w+)/g))
      rules.set(name, { ...rules.get(name), ...colorsIn(declarations, '!important') });
  return rules;
}

function colorsIn(declarations: string, mark = ''): Partial<Colors> {
  const found = declarations.split(';').flatMap((declaration) => {
    const [, property = '', value = ''] = /^\s*(color|background):\s*(#[\dA-F]{6})/i.exec(declaration) ?? [];
    return property !== '' && declaration.includes(mark) ? [[property, value] as const] : [];
  });
  return Object.fromEntries(found);
}

/** All visible text of the mail with its color and background, inherited as in a browser. */
function wordsOf(mail: string, rules: ReadonlyMap<string, Partial<Colors>>): Words[] {
  const body = mail.slice(mail.indexOf('<body'), mail.indexOf('</body>'));
  const open: (Colors & { readonly isHidden: boolean })[] = [{ color: '#000000', background: '#FFFFFF', isHidden: false }];
  const words: Words[] = [];
  for (const [tag, end] of body.matchAll(/<(\/?)[^>]+>|[^<]+/g)) {
    const around = open.at(-1) ?? { color: '', background: '', isHidden: true };
    if (!tag.startsWith('<')) {
      const { isHidden, ...colors } = around;
      if (!isHidden && tag.trim() !== '') words.push({ text: tag.trim(), ...colors });
    } else if (end === '/') {
      open.pop();
    } else if (!tag.startsWith('<img')) {
      const style = /\sstyle="([^"]*)"/.exec(tag)?.[1] ?? '';
      const classes = (/\sclass="([^"]*)"/.exec(tag)?.[1] ?? '').split(' ');
      const isHidden = around.isHidden || style.includes('display:none');
      open.push(Object.assign({ ...around }, colorsIn(style), ...classes.map((name) => rules.get(name)), { isHidden }));
    }
  }
  expect(open).toHaveLength(2);
  return words;
}

/** Relative luminance as WCAG defines it: 0 for black, 1 for white. `color` is `#RRGGBB`. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1, the same, to 21, black on white. */
function contrast({ color, background }: Colors): number {
  const [darker = 0, lighter = 0] = [luminance(color), luminance(background)].toSorted((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}

test('contrast is measured as WCAG does', () => {
  expect(contrast({ color: '#000000', background: '#FFFFFF' })).toBeCloseTo(21);
  expect(contrast({ color: '#777777', background: '#FFFFFF' })).toBeCloseTo(4.48, 2);
});

test.each([
  ['light', new Map<string, Partial<Colors>>()],
  ['dark', darkRules(html)],
])('all words of a mail can be read in %s mode', (_mode, rules) => {
  const words = wordsOf(html, rules);
  expect(words.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'Keyturn',
      'title',
      'paragraph',
      'step',
      'quote',
      'secret',
      'button',
      'side link',
      'label',
      'value',
      'product',
    ]),
  );
  expect(words.filter((one) => contrast(one) < LEAST_CONTRAST)).toEqual([]);
});

test('in dark mode the page, the card and the boxes are dark', () => {
  const backgrounds = wordsOf(html, darkRules(html)).filter(({ text }) => text !== 'button');
  expect(backgrounds.filter(({ background }) => luminance(background) > 0.1)).toEqual([]);
});
