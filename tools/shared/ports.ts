import { createServer, type Server } from 'node:net';

/** Null when the port is free on this computer; a port that only another address family holds counts as taken, for "localhost" is both. */
export async function portProblem(port: number, host: string): Promise<'taken' | 'forbidden' | null> {
  for (const address of new Set([host, host === '127.0.0.1' ? '::1' : host])) {
    const code = await tryListening(port, address);
    if (code === 'EADDRINUSE') return 'taken';
    if (code === 'EACCES') return 'forbidden';
  }
  return null;
}

/** Distinct free ports of the loopback interface. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listening(0)));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

async function tryListening(port: number, host: string): Promise<string | null> {
  try {
    const server = await listening(port, host);
    await new Promise((closed) => server.close(closed));
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

function listening(port: number, host = '127.0.0.1'): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}
