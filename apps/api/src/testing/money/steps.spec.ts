import { expect, test } from '@jest/globals';
import { faultsOfSteps, type Moment, type Steps } from './steps.ts';

const STEADY: Steps = {
  listed: [500, 700],
  validated: [500, 700],
  statuses: ['ok', 'ok'],
  page: { line: 1, unit: 700 },
  ordered: [500, 700],
};
const REPRICED: Steps = {
  ...STEADY,
  validated: [500, 600],
  statuses: ['ok', 'repriced'],
  page: { line: 1, unit: 600 },
  ordered: [500, 600],
};
const MEANWHILE: Steps = { ...REPRICED, before: [500, 700], after: [500, 600] };

test.each<[Moment, Steps]>([
  ['before', STEADY],
  ['after the list', STEADY],
  ['after the list', REPRICED],
  ['after the validation', { ...STEADY, ordered: [500, 600], after: [500, 600] }],
  ['meanwhile', { ...STEADY, before: [500, 700], after: [500, 600] }],
  ['meanwhile', { ...STEADY, before: [400, 800], after: [500, 700] }],
  ['meanwhile', { ...STEADY, ordered: [500, 600], before: [500, 700], after: [500, 600] }],
  ['meanwhile', MEANWHILE],
  ['meanwhile', { ...MEANWHILE, page: { line: 1, unit: 700 }, isOfTime: true }],
])('prices are right with a change %s', (moment, steps) => expect(faultsOfSteps(moment, steps)).toEqual([]));

test.each<[string, Moment, Steps]>([
  ['the page shows another price', 'before', { ...STEADY, page: { line: 0, unit: 700 } }],
  ['the page shows the price of before', 'after the list', { ...REPRICED, page: { line: 1, unit: 700 } }],
  ['the validation has another price', 'before', REPRICED],
  ['the order has another price though nothing changed', 'before', { ...STEADY, ordered: [500, 600] }],
  ['the order has the price of before', 'after the validation', { ...STEADY, after: [500, 600] }],
  ['a new price is not told', 'after the list', { ...REPRICED, statuses: ['ok', 'ok'] }],
  ['an old price is told as new', 'after the list', { ...STEADY, statuses: ['ok', 'repriced'] }],
  ['a new price is not told meanwhile', 'meanwhile', { ...MEANWHILE, statuses: ['ok', 'ok'] }],
  ['a price of neither before nor after', 'meanwhile', { ...MEANWHILE, ordered: [500, 650] }],
  ['the page goes back to the price of before', 'meanwhile', { ...MEANWHILE, page: { line: 1, unit: 700 } }],
  ['the order goes back to the price of before', 'meanwhile', { ...MEANWHILE, ordered: [500, 700] }],
  ['so it does as time goes by', 'meanwhile', { ...MEANWHILE, ordered: [500, 700], isOfTime: true }],
  [
    'the page goes back behind the list',
    'meanwhile',
    { ...MEANWHILE, listed: [500, 600], statuses: ['ok', 'ok'], page: { line: 1, unit: 700 }, isOfTime: true },
  ],
])('%s: found', (_what, moment, steps) => expect(faultsOfSteps(moment, steps)).toHaveLength(1));
