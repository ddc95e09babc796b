import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { OrderKey } from '@keyturn/api-client';
import { render, waitFor } from '@testing-library/react';
import { OrderKeys } from './order-keys.tsx';

const BYTES = [137, 80, 78, 71];
const picture: OrderKey = {
  name: 'Half-Life',
  platform: 'Steam',
  kind: 'image',
  image: `data:image/png;base64,${btoa(String.fromCharCode(...BYTES))}`,
};

let decoded: Blob[];
let drawn: unknown[];
const getContext = HTMLCanvasElement.prototype.getContext;
beforeEach(() => {
  decoded = [];
  drawn = [];
  const bitmap = { width: 320, height: 90 };
  Object.assign(globalThis, { createImageBitmap: async (blob: Blob) => (decoded.push(blob), bitmap) });
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => ({ drawImage: (image: unknown) => drawn.push(image) }) });
});
afterEach(() => {
  HTMLCanvasElement.prototype.getContext = getContext;
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
});

test('a key that is a picture is drawn in its own size, named after its product, and no text is offered to copy', async () => {
  const { findByRole, queryByRole } = render(<OrderKeys keys={[picture]} />);
  const canvas = await findByRole('img', { name: 'Key of Half-Life, a picture' });
  await waitFor(() => expect(drawn).toEqual([{ width: 320, height: 90 }]));
  expect([canvas.getAttribute('width'), canvas.getAttribute('height')]).toEqual(['320', '90']);
  expect(decoded.map(({ type, size }) => [type, size])).toEqual([['image/png', BYTES.length]]);
  expect(queryByRole('button')).toBeNull();
});

test.each(['data:image/png;base64,%%%', 'https://evil.example/key.png', 'javascript:alert(1)'])(
  'a picture that cannot be read (%s) leads to the e-mail instead',
  async (image) => {
    Object.assign(globalThis, {
      createImageBitmap: async ({ size }: Blob) => {
        if (size === 0) throw new Error('No picture.');
      },
    });
    const { findByText, queryByRole } = render(<OrderKeys keys={[{ ...picture, image }]} />);
    expect(await findByText(/attached to your e-mail/)).toBeTruthy();
    expect(queryByRole('img')).toBeNull();
  },
);

test('a key that is an account shows each of its parts, each with a button that copies it', () => {
  const account: OrderKey = {
    name: 'Half-Life',
    platform: 'Steam',
    kind: 'account',
    login: 'ada',
    password: 'pass',
    mail: 'ada@example.com',
  };
  const { getAllByRole, getByText } = render(<OrderKeys keys={[account]} />);
  for (const text of ['ada', 'pass', 'ada@example.com']) expect(getByText(text).tagName).toBe('CODE');
  expect(getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Copy login of Half-Life',
    'Copy password of Half-Life',
    'Copy mail of Half-Life',
  ]);
});
