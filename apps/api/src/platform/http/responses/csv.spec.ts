import { expect, test } from '@jest/globals';
import { csvOf } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+48 555', "'+48 555"],
  ['-2', "'-2"],
  ['@sum(a1)', "'@sum(a1)"],
  ['\t=1', "'\t=1"],
  ['\n\t1', `"'\n\t1"`],
  ['\uFF1D1+1', "'\uFF1D1+1"],
  [' =1', "' =1"],
  ['x;=1', "x;'=1"],
  ['x;y', 'x;y'],
  [' =1;=2', "' =1;'=2"],
  ['Ada;"=1+1;b', `"Ada;""'=1+1;b"`],
  [' \uFF1D1', "' \uFF1D1"],
  ['x;\uFF0B1', "x;'\uFF0B1"],
  ['a\n =1', `"a\n '=1"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['a,b', '"a,b"'],
  ['say "yes"', '"say ""yes"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['ada@example.com', 'ada@example.com'],
  [-5, '-5'],
  [null, ''],
])('the cell %j is written %j', async (value, cell) => {
  const csv = await csvOf('before,cell,after', pieces([value]), (one) => ['a', one, 'b']);
  expect((await csv.toArray()).join('')).toBe(`before,cell,after\r\na,${cell},b\r\n`);
});

async function* pieces<Row>(...given: (readonly Row[] | Error)[]): AsyncGenerator<readonly Row[]> {
  for (const one of given) {
    if (one instanceof Error) throw one;
    yield one;
  }
}
const readOf = async (...given: (readonly string[])[]) =>
  ((await (await csvOf('name', pieces(...given), (row) => [row])).toArray()) as string[]).join('');

test('a list has its header once, even if it is empty', async () => {
  expect(await readOf(['ada'], ['bob', 'cid'], [])).toBe('name\r\nada\r\nbob\r\ncid\r\n');
  expect(await readOf([])).toBe('name\r\n');
  expect(await readOf()).toBe('name\r\n');
});

test('a failure before the first row rejects, and a later one breaks off the stream', async () => {
  await expect(csvOf('name', pieces<string>(new Error('away')), (row) => [row])).rejects.toThrow('away');
  const stream = await csvOf('name', pieces(['ada'], new Error('away')), (row) => [row]);
  await expect(stream.toArray()).rejects.toThrow('away');
});
