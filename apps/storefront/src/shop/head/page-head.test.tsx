import { expect, test } from '@jest/globals';
import { HEAD_TAGS, headTags, type PageHead, pageHeads } from '@keyturn/shop-rules';
import { render } from '@testing-library/react';
import { gamePage } from '../../testing/products.ts';
import { usePageHead } from './page-head.ts';

const ORIGINS = { storefrontOrigin: window.location.origin, apiOrigin: 'http://localhost:3000' };
const post = pageHeads.post({ title: 'Regions', metaDescription: '', uniqueRoute: 'regions', coverImage: 'images/abc-960.webp' });
const HEADS: readonly (readonly [string, PageHead])[] = [
  ['home', pageHeads.home],
  ['a game', pageHeads.product(gamePage())],
  ['a game without a cover', pageHeads.product(gamePage({ mainImage: '' }))],
  ['a post', post],
  ['a search', pageHeads.search('half')],
  ['the cart', pageHeads.cart],
];

function Page({ head }: { head: PageHead }) {
  usePageHead(head);
  return null;
}

const shown = () =>
  [...document.head.querySelectorAll(HEAD_TAGS)]
    .map((tag) => [...tag.attributes].map(({ name, value }) => `${name}=${value}`).join(' '))
    .toSorted();
const wanted = (head: PageHead) =>
  headTags(head, ORIGINS)
    .map(({ attributes }) =>
      Object.entries(attributes)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
    )
    .toSorted();

test.each(HEADS)('the head of %s has just its own tags, whichever page was there before', (_name, head) => {
  const page = render(<Page head={head} />);
  for (const [, other] of HEADS) {
    page.rerender(<Page head={other} />);
    page.rerender(<Page head={head} />);
    expect(shown()).toEqual(wanted(head));
  }
});

test('a picture of the API comes with its address and its measures, and the shop’s card where there is none', () => {
  expect(wanted(pageHeads.product(gamePage()))).toEqual(
    expect.arrayContaining([
      'property=og:image content=http://localhost:3000/images/abc-640.webp',
      'property=og:image:height content=853',
      'property=og:type content=product',
    ]),
  );
  expect(wanted(pageHeads.home)).toEqual(
    expect.arrayContaining([
      `property=og:image content=${ORIGINS.storefrontOrigin}/share-card.png`,
      'property=og:image:width content=1200',
    ]),
  );
  expect(wanted(pageHeads.cart).join()).not.toContain('og:image');
});
