import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** How a database is away: it says so under a code of PostgreSQL and ends the connection, cuts it, or nobody listens. */
export type Away = `57P0${1 | 2 | 3}` | 'cut' | 'refused';

/** An error of PostgreSQL in its wire format: a byte for its kind, the length, fields that end with a zero, a zero. */
export function errorMessage(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Msaid by the server\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}

/** Stands before PostgreSQL and hands everything on, until it is told to behave like a server that restarts. */
export class DatabaseGate {
  /** Connections that it has taken. */
  taken = 0;
  private away: Away | null = null;
  private readonly open = new Set<Socket>();
  private readonly target: URL;
  private readonly onTaken: (gate: DatabaseGate) => void;
  private server: Server;
  private port = 0;

  private constructor(target: URL, onTaken: (gate: DatabaseGate) => void) {
    this.target = target;
    this.onTaken = onTaken;
    this.server = this.listener();
  }

  /** Before the server at `target`, on a free port. `onTaken` is called before each new connection is handled. */
  static async before(target: string, onTaken: (gate: DatabaseGate) => void = () => undefined): Promise<DatabaseGate> {
    const gate = new DatabaseGate(new URL(target), onTaken);
    gate.server.listen(0, '127.0.0.1');
    await once(gate.server, 'listening');
    gate.port = (gate.server.address() as AddressInfo).port;
    return gate;
  }

  get url(): string {
    return this.urlOf(this.target.href);
  }

  /** The address of a database of the same server, through this gate. */
  urlOf(database: string): string {
    const url = new URL(database);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** Ends open connections in this way, and treats new ones so until `comeBack`. */
  async goAway(away: Away): Promise<void> {
    this.away = away;
    if (away === 'refused') this.server.close();
    for (const socket of this.open) end(socket, away);
  }

  async comeBack(): Promise<void> {
    const wasRefused = this.away === 'refused';
    this.away = null;
    if (!wasRefused) return;
    this.server = this.listener();
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Ends everything. */
  close(): void {
    this.server.close();
    for (const socket of this.open) socket.destroy();
  }

  private listener(): Server {
    return createServer((client) => {
      this.taken += 1;
      client.on('error', () => undefined);
      this.onTaken(this);
      if (this.away !== null) {
        const { away } = this;
        return void client.once('data', () => end(client, away));
      }
      const database = connect(Number(this.target.port), this.target.hostname);
      this.open.add(client);
      database.on('error', () => undefined).on('close', () => client.destroy());
      client.on('close', () => {
        this.open.delete(client);
        database.destroy();
      });
      client.pipe(database).pipe(client);
    });
  }
}

function end(socket: Socket, away: Away): void {
  if (away === 'cut' || away === 'refused') socket.resetAndDestroy();
  else socket.unpipe().end(errorMessage(away));
}
