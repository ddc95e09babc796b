import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The kernel takes more only when it has handed on about a megabyte: by a network of 10 kB a second in less. */
const WITHIN_MS = 120_000;

/**
 * Ends a connection to which for so long nothing could be sent of what waits for it: an answer that nobody reads keeps its memory. How long an
 * answer takes in all does not matter, be it to make it or to read it.
 */
export function endUnread(server: Server, withinMs = WITHIN_MS): void {
  const underWay = new Map<Socket, number>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (underWay.get(socket) ?? 0) - 1;
      if (left > 0) underWay.set(socket, left);
      else underWay.delete(socket);
    });
  });
  // Node calls it after that time without a byte in or out, and for connections that wait for another request: it ends none itself then.
  server.setTimeout(withinMs, (socket) => {
    const isBeingMade = underWay.has(socket) && socket.writableLength === 0;
    if (!isBeingMade) socket.destroy();
  });
}
