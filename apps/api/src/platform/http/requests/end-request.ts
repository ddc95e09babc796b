import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Ends the connection of a request that has not arrived as a whole, with an answer where none was begun. */
export function endRequest(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  statusCode: number,
  message: string,
  headers: readonly string[] = [],
): void {
  const error = STATUS_CODES[statusCode];
  const body = JSON.stringify({ statusCode, error, message });
  const head = [
    `HTTP/1.1 ${statusCode} ${error}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  if (!reply.raw.headersSent) raw.socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  raw.socket.destroySoon();
}
