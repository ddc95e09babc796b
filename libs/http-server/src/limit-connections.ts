import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A silent connection takes some kilobytes of memory and a file descriptor; so many are far more than a proxy or the visitors of a process have. */
const MOST = 4096;

/**
 * Keeps at most so many connections of a server open, as anybody can open some and send nothing. Beyond that, the one that has been without
 * a request for the longest time ends, so that silent connections lock nobody out, and neither do those that do not read their answer. One
 * whose answer is being made does not end for another: where all wait for theirs, the new connection ends.
 */
export function limitConnections(server: Server, most = MOST): void {
  /** With the latest request, null once that is answered; whichever was used last comes last. */
  const open = new Map<Socket, IncomingMessage | null>();
  function use(socket: Socket, request: IncomingMessage | null) {
    if (open.delete(socket)) open.set(socket, request);
  }
  function endOne() {
    for (const [socket, request] of open) {
      const isAnswerBeingMade = request?.complete === true && socket.writableLength === 0;
      if (isAnswerBeingMade) continue;
      open.delete(socket);
      socket.destroy();
      return;
    }
  }
  server.on('connection', (socket: Socket) => {
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
    if (open.size > most) endOne();
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    use(socket, request);
    response.once('close', () => {
      if (open.get(socket) === request) use(socket, null);
    });
  });
}
