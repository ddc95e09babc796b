import { expect, test } from '@jest/globals';
import { UploadReport } from './upload-report.ts';

test('neighbours that met with the same are one entry, and every line is counted', () => {
  const report = new UploadReport();
  for (const line of [1, 2, 3]) report.add({ file: 'a.txt', line }, 'accepted');
  report.add({ file: 'a.txt', line: 4 }, 'empty');
  report.add({ file: 'a.txt', line: 5 }, 'accepted');
  report.add({ file: 'b.txt', line: 6 }, 'accepted');
  expect(report.entries()).toEqual([
    { file: 'a.txt', from: 1, to: 3, fate: 'accepted' },
    { file: 'a.txt', from: 4, to: 4, fate: 'empty' },
    { file: 'a.txt', from: 5, to: 5, fate: 'accepted' },
    { file: 'b.txt', from: 6, to: 6, fate: 'accepted' },
  ]);
  expect(report.lines()).toBe(6);
  expect(report.counts).toMatchObject({ accepted: 5, empty: 1 });
});

test('each repeat names the line that came first, so repeats are never put together', () => {
  const report = new UploadReport();
  report.add({ file: 'a.txt', line: 1 }, 'accepted');
  report.add({ file: 'a.txt', line: 2 }, 'duplicateInFile', { file: 'a.txt', line: 1 });
  report.add({ file: 'a.txt', line: 3 }, 'duplicateInFile', { file: 'a.txt', line: 1 });
  expect(report.entries()).toHaveLength(3);
  expect(report.entries()[2]).toEqual({ file: 'a.txt', from: 3, to: 3, fate: 'duplicateInFile', firstAt: { file: 'a.txt', line: 1 } });
});
