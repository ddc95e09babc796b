import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A silent connection takes some kilobytes of memory and a file descriptor; so many are far more than a proxy or the visitors of a process have. */
const MOST = 4096;

/** With the latest request, null once that is answered; whichever was used last comes last. */
type Connections = Map<Socket, IncomingMessage | null>;

/**
 * Keeps at most so many connections open at each port of a server, as anybody can open some and send nothing. Beyond that, the one that has
 * been without a request for the longest time ends, so that silent connections lock nobody out; where each has one, the oldest whose request
 * does not come whole, or whose answer is not read. None ends whose answer is being made: where all wait for theirs, the new one does.
 */
export function limitConnections(server: Server, most = MOST): void {
  const ports = new Map<number | undefined, Connections>();
  server.on('connection', (socket: Socket) => {
    const port = socket.localPort;
    const open: Connections = ports.get(port) ?? new Map();
    ports.set(port, open);
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
    if (open.size > most) endOne(open, socket);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const open = ports.get(socket.localPort);
    if (!open?.delete(socket)) return;
    open.set(socket, request);
    response.once('close', () => {
      if (open.get(socket) !== request) return;
      open.delete(socket);
      open.set(socket, null);
    });
  });
}

function endOne(open: Connections, newest: Socket): void {
  let slow: Socket | undefined;
  for (const [socket, request] of open) {
    if (socket === newest) break;
    if (request === null) return end(open, socket);
    if (!request.complete || socket.writableLength > 0) slow ??= socket;
  }
  end(open, slow ?? newest);
}

function end(open: Connections, socket: Socket): void {
  open.delete(socket);
  socket.destroy();
}
