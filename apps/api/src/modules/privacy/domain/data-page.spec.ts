import { expect, test } from '@jest/globals';
import { dataPage } from './data-page.ts';

const at = new Date('2026-11-21T08:00:00Z');

test('the page shows every subject and value in words, and what somebody wrote is text', () => {
  const page = dataPage(
    {
      contactMessages: [{ fullName: '<script>x</script>', sentAt: at, fileInBase64: 'AAAA', answeredAt: null, lines: [{ name: 'A & B' }] }],
    },
    at,
  );
  for (const part of [
    '<h2>Contact messages</h2>',
    '<th>Full name</th><td>&lt;script&gt;x&lt;/script&gt;</td>',
    '2026-11-21T08:00:00.000Z',
    'A &amp; B',
  ])
    expect(page).toContain(part);
  for (const part of ['<script', 'AAAA', 'Answered at', 'Nothing is stored']) expect(page).not.toContain(part);
});

test('a person of whom nothing is stored is told so', () => {
  expect(dataPage({}, at)).toContain('Nothing is stored about you.');
});
