import { inflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { pdfOf } from './pdf-document.ts';

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

/** How often letters are drawn, by the operators of the pages. */
function linesOf(pdf: Buffer): number {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/\/FlateDecode\s*>>\s*stream\n/g)].map(({ index, 0: start }) => pdf.subarray(index + start.length));
  const drawn = streams.map((stream) => {
    try {
      return inflateSync(stream, { finishFlush: 2 }).toString('latin1');
    } catch {
      return '';
    }
  });
  return drawn.join('\n').match(/\bTJ\b/g)?.length ?? 0;
}

test('the same text makes the same file, and another one another', async () => {
  const [one, same, other] = [await pdfOf('Receipt', 'Total: 1'), await pdfOf('Receipt', 'Total: 1'), await pdfOf('Receipt', 'Total: 2')];
  expect(one.subarray(0, 5).toString()).toBe('%PDF-');
  expect(one.equals(same)).toBe(true);
  expect(one.equals(other)).toBe(false);
  expect(pagesOf(one)).toBe(1);
});

test('each line is drawn, long ones are wrapped at blanks or within words, and a full page is followed by another', async () => {
  expect(linesOf(await pdfOf('T', 'one\ntwo'))).toBe(3);
  expect(linesOf(await pdfOf('T', 'word '.repeat(60)))).toBeGreaterThan(3);
  expect(linesOf(await pdfOf('T', 'x'.repeat(300)))).toBeGreaterThan(3);
  const long = await pdfOf('T', 'line\n'.repeat(100));
  expect([pagesOf(long), linesOf(long)]).toEqual([2, 101]);
});

test('letters of several scripts are drawn, each by a font that has it, and others in Latin ones, which is said', async () => {
  const plain = await pdfOf('T', 'Ada');
  for (const name of ['Żółć', 'Анна', 'Άννα'])
    expect([name, (await pdfOf('T', name)).toString('latin1').match(/\/FontFile/g)?.length]).toEqual([name, 2]);
  for (const [name, latin] of [
    ['小林', 'XiaoLin'],
    ['김민준', 'GimMinJun'],
    ['さくら', 'sakura'],
    ['משה כהן', 'msh khhn'],
    ['محمد', 'mhmd'],
    ['สมชาย', 'smchay'],
    // Of an area that Unicode leaves to everybody.
    ['Ada \u{e000}', 'Ada ?'],
  ] as const) {
    const said = 'Letters of other scripts are written in Latin letters in this file.';
    expect([name, (await pdfOf('T', name)).equals(await pdfOf('T', `${latin}\n\n${said}`))]).toEqual([name, true]);
  }
  expect(plain.toString('latin1').match(/\/FontFile/g)).toHaveLength(1);
});
