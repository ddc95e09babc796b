import type { OpenAPIObject } from '@nestjs/swagger';
import { type Problem, problemExample } from '../responses/problem.dto.ts';

/** Default examples of errors, with the HTTP layer's own messages. */
const usual: Readonly<Record<string, Problem>> = {
  400: problemExample(400, 'The request could not be read.', 'body'),
  401: problemExample(401, 'Please log in.'),
  403: problemExample(403, 'This is not for you.'),
  404: problemExample(404, 'There is nothing at this address.'),
  408: problemExample(408, 'The request took too long to arrive.'),
  409: problemExample(409, 'This has changed in the meantime.'),
  413: problemExample(413, 'The request is too large.'),
  414: problemExample(414, 'The address is too long.'),
  415: problemExample(415, 'This content type is not supported.'),
  429: problemExample(429, 'Too many attempts. Please wait a few minutes and try again.'),
  503: problemExample(503, 'This is not available right now. Please try again.'),
};

interface Media {
  schema?: { $ref?: string };
  example?: unknown;
  examples?: unknown;
}
type Operation = {
  parameters?: unknown[];
  responses: Record<string, { description?: string; content?: Record<string, Media> }>;
};

/** Gives every error answer an example. */
export function withErrorExamples(document: OpenAPIObject): OpenAPIObject {
  for (const methods of Object.values(document.paths))
    for (const operation of Object.values(methods as Record<string, Operation>))
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        const media = content['application/json'];
        if (Number(status) >= 400 && media && media.example === undefined && media.examples === undefined && usual[status])
          media.example =
            status === '400' && isList(operation) ? problemExample(400, 'limit must be at most 200.', 'limit') : usual[status];
      }
  return document;
}

function isList({ parameters = [] }: Operation): boolean {
  return (parameters as { name?: string }[]).some(({ name }) => name === 'limit');
}

const DAY_MS = 86_400_000;
const A_DAY = /^\d{4}-\d\d-\d\d$/;
const A_DAY_LENGTH = 10;
/** The day on which the examples of the description are written. */
const TODAY_IN_EXAMPLES = Date.parse('2026-11-21T00:00:00Z');

/** A copy for the current date: dates in examples that must be in the future are moved there. */
export function withComingDays(document: OpenAPIObject, now: Date): OpenAPIObject {
  const passed = Math.max(0, Math.floor((now.getTime() - TODAY_IN_EXAMPLES) / DAY_MS)) * DAY_MS;
  const moved = (value: unknown) => {
    if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) return value;
    const later = new Date(Date.parse(value) + passed).toISOString();
    // A date without a time is the whole day in the shop's time zone; as an instant, the last day of a sale would be lost.
    return A_DAY.test(value) ? later.slice(0, A_DAY_LENGTH) : later;
  };
  return JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key !== 'startsAt' && key !== 'endsAt' && key !== 'expiresAt') return value;
    if (typeof value !== 'object' || value === null || !('example' in value)) return moved(value);
    return { ...value, example: moved(value.example) };
  }) as OpenAPIObject;
}
