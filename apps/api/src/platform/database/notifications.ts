import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.ts';
import { isConnectionLost } from './connections/database-away.ts';
import { noteAway, noteThere } from './connections/outage.ts';

const RECONNECT_AFTER_MS = 1000;

/** PostgreSQL's LISTEN on one connection per process. A hint only, which may be lost: a listener must also poll. */
@Injectable()
export class Notifications implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger('notifications');
  private readonly handlers = new Map<string, Set<(payload: string) => void>>();
  private client: pg.Client | null = null;
  private readonly unsent = new Set<string>();
  private isSending = false;
  private isClosing = false;

  constructor(private readonly config: Config) {}

  /** Calls `handler` for every NOTIFY on `channel`, and once after each reconnect, because some may have been missed. */
  listen(channel: string, handler: (payload: string) => void): void {
    const handlers = this.handlers.get(channel) ?? new Set();
    this.handlers.set(channel, handlers.add(handler));
    if (this.client) void this.client.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
  }

  /**
   * Sends a NOTIFY on `channel`, outside of all transactions: PostgreSQL lets those that send one commit one after the other. One is on its way at a
   * time, and what is asked for meanwhile follows as one. Without a connection nothing is sent.
   */
  send(channel: string): void {
    this.unsent.add(channel);
    if (!this.isSending) void this.sendAll();
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.connect();
  }

  /** Notifications are delivered until the end, but a reconnect now would make listeners use a database that is being closed. */
  onModuleDestroy(): void {
    this.isClosing = true;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client?.end().catch(() => undefined);
  }

  private async sendAll(): Promise<void> {
    this.isSending = true;
    while (this.unsent.size > 0) {
      const channels = [...this.unsent];
      this.unsent.clear();
      await this.client?.query(`select pg_notify(channel, '') from unnest($1::text[]) as channel`, [channels]).catch(() => undefined);
    }
    this.isSending = false;
  }

  private async connect(): Promise<void> {
    if (this.isClosing || this.handlers.size === 0) return;
    const client = new pg.Client({ connectionString: this.config.directDatabaseUrl, application_name: 'keyturn-listen', keepAlive: true });
    let isLost = false;
    const lost = () => {
      if (isLost || this.isClosing) return;
      isLost = true;
      this.client = null;
      void client.end().catch(() => undefined);
      setTimeout(() => void this.connect(), RECONNECT_AFTER_MS).unref();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ channel, payload }) => this.handlers.get(channel)?.forEach((handler) => handler(payload ?? '')));
    try {
      await client.connect();
      for (const channel of this.handlers.keys()) if (!this.isClosing) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      // Closed while the connection was being opened: nothing else would end it.
      if (this.isClosing) return void (await client.end());
      this.client = client;
      noteThere();
      this.handlers.forEach((handlers) => handlers.forEach((handler) => handler('')));
    } catch (error) {
      if (isConnectionLost(error)) noteAway();
      else
        this.logger.warn({
          message: 'The database does not take LISTEN; trying again.',
          cause: error instanceof Error ? error.message : String(error),
        });
      lost();
    }
  }
}
