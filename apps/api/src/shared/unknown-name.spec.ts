import { expect, test } from '@jest/globals';
import { nearestName, unknownName } from './unknown-name.ts';

const known = ['page', 'limit', 'subjectType', 'subjectId', 'dryRun', 'by', 'q'];

test.each([
  ['pgae', 'page'],
  ['Limit', 'limit'],
  ['lmit', 'limit'],
  ['dry-run', 'dryRun'],
  ['dryrun', 'dryRun'],
  ['dry_rnu', 'dryRun'],
  ['subject', 'subjectId'],
  ['subjecttyp', 'subjectType'],
  ['pageNumber', 'page'],
])('"%s" probably means "%s"', (name, meant) => {
  expect(nearestName(name, known)).toBe(meant);
});

test.each(['order', 'x', 'a', '', '-', 'status', '__proto__', 'x'.repeat(5000)])('nothing is near to "%s"', (name) => {
  expect(nearestName(name, known)).toBeNull();
});

test('without a similar name the message lists the known names', () => {
  expect(unknownName('parameter', 'pgae', known)).toBe('There is no parameter "pgae" here. Did you mean "page"?');
  expect(unknownName('parameter', 'order', ['by', 'q'])).toBe('There is no parameter "order" here. This call takes: by, q.');
  expect(unknownName('field', 'order', [])).toBe('There is no field "order" here. This call takes no fields.');
  expect(unknownName('field', 'x'.repeat(5000), [])).toHaveLength(114);
});
