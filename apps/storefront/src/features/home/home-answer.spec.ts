/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { game } from '../../testing/products.ts';
import { readHome } from './home-answer.ts';

const section = (id: string, given: object = {}) => ({
  id,
  sectionName: id,
  products: [game()],
  after_slider_platform: false,
  after_slider_price: false,
  ...given,
});
const featured = [{ products: [game({ name: 'Featured' })] }];
const names = (sections: readonly { id: string }[]) => sections.map(({ id }) => id);

test('entry 0 feeds the hero, entry 1 the first slider, and the rest stands where its flags say, in its order', () => {
  const blocks = readHome([
    featured,
    section('first', { after_slider_price: true }),
    section('below the prices', { after_slider_price: true }),
    section('one'),
    section('below the platforms', { after_slider_platform: true }),
    section('two'),
  ]);
  expect(blocks.featured.map(({ name }) => name)).toEqual(['Featured']);
  expect(blocks.first?.id).toBe('first');
  expect(names(blocks.middle)).toEqual(['one', 'two']);
  expect(names(blocks.afterPlatform)).toEqual(['below the platforms']);
  expect(names(blocks.afterPrice)).toEqual(['below the prices']);
});

test('a section without products is left out, and another does not take the place of the first', () => {
  const blocks = readHome([featured, section('first', { products: [] }), section('empty', { products: [] }), section('one')]);
  expect(blocks.first).toBeNull();
  expect(names(blocks.middle)).toEqual(['one']);
});
