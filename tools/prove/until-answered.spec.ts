import { expect, test } from '@jest/globals';
import type { Answer } from './customers/ask.ts';
import { untilAnswered } from './until-answered.ts';

const answer = (status: number, isTimed = false): Answer => ({ status, body: '', retryAfterMs: 0, isTimed, cookies: [] });
const LOST = answer(0);
const BUSY = answer(503, true);

test.each([
  ['a refusal at once', [answer(409)], 409, false],
  ['a refusal after a process that asked to come back: nothing was done before', [BUSY, BUSY, answer(409)], 409, false],
  ['a refusal after an answer that was lost', [LOST, answer(400)], 400, true],
  ['one that was lost before a process asked to come back', [LOST, BUSY, answer(400)], 400, true],
  ['an error that names no time is no reason to try again', [BUSY, answer(503)], 503, false],
])('%s', async (_case, answers, status, isRepeat) => {
  const asked: number[] = [];
  const got = await untilAnswered(async (attempt) => {
    asked.push(attempt);
    return answers[attempt] ?? answer(200);
  });
  expect([got.status, got.isRepeat, asked.length]).toEqual([status, isRepeat, answers.length]);
});
