import { expect, test } from '@jest/globals';
import { InputValidation } from '../../../platform/http/requests/validation.ts';
import { RefundBody, refundRequest } from './refunds-ops.dto.ts';

const reason = 'a test';

/** What a body asks for, as the call reads it. */
async function read(body: object) {
  const checked = await new InputValidation().transform({ reason, ...body }, { type: 'body', metatype: RefundBody });
  return refundRequest(checked as RefundBody);
}

/** The field that the refusal names. */
async function refused(body: object): Promise<unknown> {
  try {
    return { refunds: await read(body) };
  } catch (error) {
    const { details, response } = error as { details?: { field: string }[]; response?: { details: { field: string }[] } };
    return (details ?? response?.details)?.[0]?.field;
  }
}

test.each([
  [{ everything: true }, null],
  [{ lines: [2] }, { kind: 'pieces', picks: [{ line: 1 }] }],
  [{ pieces: [{ line: 1, slots: [2] }] }, { kind: 'pieces', picks: [{ line: 0, slots: [1] }] }],
  [{ pieces: [{ line: 3, count: 2 }] }, { kind: 'pieces', picks: [{ line: 2, count: 2 }] }],
  [{ goodwill: 2.5 }, { kind: 'goodwill', amountMinor: 250 }],
])('a body of %j is a refund of that', async (body, request) => {
  expect(await read(body)).toEqual(request);
});

test.each([
  [{}, 'everything'],
  [{ reason: '5 € goodwill' }, 'everything'],
  [{ everything: null }, 'everything'],
  [{ everything: false }, 'everything'],
  [{ everything: 'true' }, 'everything'],
  [{ everything: true, goodwill: 1 }, 'goodwill'],
  [{ everything: true, lines: null }, 'lines'],
  [{ lines: null }, 'lines'],
  [{ lines: [0] }, 'lines'],
  [{ lines: [1], goodwill: 1 }, 'goodwill'],
  [{ pieces: null }, 'pieces'],
  [{ pieces: [null] }, 'pieces'],
  [{ pieces: [{ line: 1 }] }, 'pieces'],
  [{ pieces: [{ line: 1, slots: [1], count: 1 }] }, 'pieces'],
  [{ pieces: [{ line: 1, slots: null }] }, 'pieces.0.slots'],
  [{ pieces: [{ line: 1, count: null }] }, 'pieces.0.count'],
  [{ pieces: [{ slots: [1] }] }, 'pieces.0.line'],
  [{ goodwill: null }, 'goodwill'],
  [{ goodwill: 0.001 }, 'goodwill'],
  [{ goodwill: 'all' }, 'goodwill'],
])('a body of %j refunds nothing, and the refusal names %s', async (body, field) => {
  expect(await refused(body)).toBe(field);
});
