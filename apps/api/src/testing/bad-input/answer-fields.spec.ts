import { expect, test } from '@jest/globals';
import { undescribedFields } from './answer-fields.ts';

const answer = (schema: object) => ({ content: { 'application/json': { schema } } });
const document = {
  openapi: '3.0.0',
  info: { title: 'a', version: '1' },
  paths: { '/a': { get: { operationId: 'getA', responses: { 200: answer({ $ref: '#/components/schemas/A' }), 204: {} } } } },
  components: {
    schemas: {
      A: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
          counts: { type: 'object', additionalProperties: { type: 'object', properties: { a: { type: 'number' } } } },
        },
      },
      Line: { type: 'object', properties: { id: { type: 'string' } } },
    },
  },
};
const beyond = (body: unknown, status = 200) => undescribedFields(document, 'getA', { status, text: JSON.stringify(body) });

test('a field that is not described is found at every depth, once', () => {
  expect(beyond({ name: 'a', lines: [{ id: '1' }], counts: { x: { a: 1 } } })).toEqual([]);
  expect(
    beyond({
      name: 'a',
      passwordHash: 'x',
      lines: [
        { id: '1', keyId: 1 },
        { id: '2', keyId: 2 },
      ],
      counts: { x: { b: 1 } },
    }),
  ).toEqual(['.passwordHash', '.lines[].keyId', '.counts.*.b']);
  expect(beyond({ passwordHash: 'x' }, 204)).toEqual([]);
});
