import { expect, test } from '@jest/globals';
import { csvCell } from './order-csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+48 555', "'+48 555"],
  ['-2', "'-2"],
  ['@sum(a1)', "'@sum(a1)"],
  ['\t=1', "'\t=1"],
  [' =1', "' =1"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['a,b', '"a,b"'],
  ['say "yes"', '"say ""yes"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['ada@example.com', 'ada@example.com'],
  [-5, '-5'],
  [null, ''],
])('the cell %j is written %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});
