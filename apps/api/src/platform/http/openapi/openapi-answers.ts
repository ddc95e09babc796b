import { ApiExtension, ApiResponse, type OpenAPIObject } from '@nestjs/swagger';
import { Problem } from '../responses/problem.dto.ts';

/** The extension that marks a write which other sites may call. */
const FROM_ANYWHERE = 'x-from-anywhere';
export const TakesCallsFromAnywhere = () => ApiExtension(FROM_ANYWHERE, true);

/** A read that carries a strong `ETag`; stands on a method or on all of a controller. */
export const SendsETag = () =>
  ApiResponse({ status: 304, description: 'Not modified: `If-None-Match` matches the `ETag`' });

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
}
interface Answer {
  description?: string;
  content?: Record<string, { schema?: Schema; example?: { message?: string } }>;
}
interface Operation {
  parameters?: { in: string }[];
  requestBody?: unknown;
  responses: Record<string, Answer>;
  [FROM_ANYWHERE]?: boolean;
}

const problem: Schema = { $ref: `#/components/schemas/${Problem.name}` };

/**
 * Adds the answers of the HTTP layer and of the guards to every operation, so that each operation describes only its own rules. Every error
 * has a body, a `Problem` by default.
 */
export function withSharedAnswers(document: OpenAPIObject): OpenAPIObject {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      // Metadata of a controller is one object shared by all of its operations.
      operation.responses = structuredClone(operation.responses);
      for (const answer of Object.values(operation.responses)) answer.description ||= messageOf(answer);
      for (const [status, description] of sharedAnswers(path, method, operation)) addAnswer(operation, status, description);
      for (const [status, answer] of Object.entries(operation.responses))
        if (Number(status) >= 400) answer.content ??= { 'application/json': { schema: problem } };
    }
  return document;
}

function sharedAnswers(path: string, method: string, operation: Operation): [status: number, description: string][] {
  const isWrite = method !== 'get';
  const inPath = operation.parameters?.some((parameter) => parameter.in === 'path') ?? false;
  const found: [number, string][] = [];
  // A body is read with every write, whether or not the call asks for one; ops calls refuse unknown parameters.
  if (isWrite || (operation.parameters?.length ?? 0) > 0 || path.startsWith('/ops/'))
    found.push([400, 'Invalid or unreadable input; `details` names the field']);
  if (!path.startsWith('/health/')) found.push([403, 'The network is blocked (`blocked: true`)']);
  if (isWrite && operation[FROM_ANYWHERE] !== true) found.push([403, 'a page of another site makes the call']);
  if (inPath) found.push([404, 'Not found'], [414, 'The address is too long']);
  if (isWrite) found.push([408, 'The body takes too long to arrive'], [413, 'The body is too large'], [415, 'The body is of another content type']);
  return found;
}

/** Appends to the operation's own description of this status, if any. */
function addAnswer({ responses }: Operation, status: number, description: string): void {
  const own = (responses[status] ??= { description: '' });
  // The operation's own description of these is more exact.
  if ((status === 400 || status === 404) && own.description) return;
  own.description = own.description ? `${own.description}; or ${startingLow(description)}` : description;
  const media = own.content?.['application/json'];
  if (media?.schema !== undefined && !JSON.stringify(media.schema).includes(`"${problem.$ref}"`))
    media.schema = { anyOf: [media.schema, problem] };
}

/** Used where the operation has no description of its own. */
function messageOf({ content }: Answer): string {
  return content?.['application/json']?.example?.message?.replace(/\.$/, '') ?? '';
}

function startingLow(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
