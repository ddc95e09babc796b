import { beforeAll, expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { createElement, type ReactElement } from 'react';

/** What a query asks of an element's style before it finds it. */
const shown = ({ display, visibility }: CSSStyleDeclaration) => ({ display, visibility });

/** As jsdom itself works it out: of a window that remembers nothing. */
let compute: typeof window.getComputedStyle;
beforeAll(() => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const { contentWindow } = frame;
  if (!contentWindow) throw new Error('The frame has no window.');
  compute = contentWindow.getComputedStyle.bind(contentWindow);
});

const ELEMENTS: readonly (readonly [what: string, element: ReactElement])[] = [
  ['a paragraph', <p />],
  ['a hidden paragraph', <p hidden />],
  ['an input', <input />],
  ['a hidden input', <input type="hidden" />],
  ['a closed dialog', <dialog />],
  ['an open dialog', <dialog open />],
  ['a disabled button', <button disabled />],
  ['an element without display', <p style={{ display: 'none' }} />],
  ['an element that is invisible', <p style={{ visibility: 'hidden' }} />],
  ['an element with a value for style sheets alone', createElement('p', { style: { '--share': '1' } })],
  ['a script', <script type="application/json" />],
];

test.each(ELEMENTS)('%s has the style that jsdom works out, at once and when it is asked for again', (_what, element) => {
  const found = render(element).container.firstElementChild;
  if (!found) throw new Error('Nothing is rendered.');
  const expected = shown(compute(found));
  for (const asked of [1, 2]) expect({ asked, ...shown(window.getComputedStyle(found)) }).toEqual({ asked, ...expected });
});

test('what stands inside of something that is invisible is invisible, and what stands beside it is not', () => {
  const { getByText } = render(
    <>
      <p>beside</p>
      <div style={{ visibility: 'hidden' }}>
        <p>inside</p>
      </div>
    </>,
  );
  for (const [words, visibility] of [
    ['beside', 'visible'],
    ['inside', 'hidden'],
  ] as const)
    expect([window.getComputedStyle(getByText(words)).visibility, compute(getByText(words)).visibility]).toEqual([visibility, visibility]);
});
