import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A port that leads to one server or another one, as a database's address does in a cluster. */
export class Proxy {
  private target: number | null = null;
  private readonly open = new Set<Socket>();
  private readonly server: Server = createServer((client) => this.join(client));

  /** The port that it listens on. */
  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  /** New connections go to this port; null: nowhere. Those that are open are cut. */
  leadTo(port: number | null): void {
    this.target = port;
    for (const socket of this.open) socket.destroy();
  }

  async stop(): Promise<void> {
    this.leadTo(null);
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket): void {
    if (this.target === null) return void client.destroy();
    const server = connect(this.target, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.open.add(one);
      one.setNoDelay().pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.open.delete(one);
        other.destroy();
      });
    }
  }
}
