import { expect, test } from '@jest/globals';
import { KEY_FATES, UploadReport } from './upload-report.ts';

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

test('an upload has its id where something was taken in, and each result a count', () => {
  const report = new UploadReport('upload-1');
  for (const [index, fate] of KEY_FATES.entries()) if (fate !== 'accepted') report.add({ file: 'a.txt', line: index }, fate);
  expect(report.uploadId).toBeNull();
  report.add({ file: 'a.txt', line: 99 }, 'accepted');
  expect(report.uploadId).toBe('upload-1');
  expect(Object.values(report.counts)).toEqual(KEY_FATES.map(() => 1));
  expect(new UploadReport().uploadId).toBeNull();
});

test('a repeat is not put together with a neighbour of the same result that names no first line', () => {
  const report = new UploadReport();
  report.add({ file: 'a.txt', line: 1 }, 'probableDuplicate', { file: 'b.txt', line: 1 });
  report.add({ file: 'a.txt', line: 2 }, 'probableDuplicate');
  report.add({ file: 'a.txt', line: 3 }, 'probableDuplicate');
  report.add({ file: 'a.txt', line: 5 }, 'probableDuplicate');
  expect(report.entries().map(({ from, to }) => [from, to])).toEqual([
    [1, 1],
    [2, 3],
    [5, 5],
  ]);
  expect(report.entries()[1]).not.toHaveProperty('firstAt');
});

test('nor one that names its first line with a neighbour that names none', () => {
  const report = new UploadReport();
  report.add({ file: 'a.txt', line: 1 }, 'probableDuplicate');
  report.add({ file: 'a.txt', line: 2 }, 'probableDuplicate', { file: 'b.txt', line: 1 });
  expect(report.entries()).toHaveLength(2);
});
