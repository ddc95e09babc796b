import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.ts';
import { Readiness } from '../health/readiness.ts';
import { MetricsPage } from './metrics-page.ts';

/** Metrics and health on a separate port (METRICS_PORT), for API and worker. Only Prometheus should reach it. */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private readonly logger = new Logger('metrics');
  private server: Server | null = null;

  constructor(
    private readonly page: MetricsPage,
    private readonly readiness: Readiness,
    private readonly config: Config,
  ) {}

  /** Called by API and worker, not by commands. Does nothing if no port is set. @throws if the port is in use. */
  async start(): Promise<void> {
    const { port, host } = this.config.metrics;
    if (port === null) return;
    const server = createServer((request, response) => void this.answer(request, response));
    this.server = server;
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { status, type, text } = await this.answerTo(request);
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    } catch (error) {
      this.logger.error({ message: 'The metrics could not be collected.', cause: error instanceof Error ? error.message : String(error) });
      response.writeHead(500).end();
    }
  }

  private async answerTo({ method, url, headers }: IncomingMessage): Promise<{ status: number; type: string; text: string }> {
    const json = 'application/json; charset=utf-8';
    if (method === 'GET' && url === '/health/live') return { status: 200, type: json, text: '{"status":"ok"}' };
    if (method === 'GET' && url === '/health/ready') {
      const { isReady, ...parts } = await this.readiness.look();
      return { status: isReady ? 200 : 503, type: json, text: JSON.stringify(parts) };
    }
    if (method === 'GET' && url === '/metrics' && this.page.admits(headers.authorization, true))
      return { status: 200, type: this.page.contentType, text: await this.page.text() };
    return { status: 404, type: 'text/plain', text: '' };
  }
}
