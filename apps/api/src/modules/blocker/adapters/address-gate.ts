import { BlockList, isIP } from 'node:net';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Notifications } from '../../../platform/database/notifications.ts';
import { answerFrameworkError } from '../../../platform/http/responses/errors.ts';
import { DomainError } from '../../../shared/domain-error.ts';
import { Blocks } from '../application/blocks.ts';

const CHANNEL = 'blocks_changed';
/** A notification may be lost with its connection. */
const LOOK_AGAIN_AFTER_MS = 30_000;

class AddressBlocked extends DomainError {
  readonly kind = 'forbidden';
  override readonly extra = { blocked: true };
  constructor() {
    super('This shop is not available from your network. If you think that this is a mistake, please write to us.');
  }
}

/** Answers a blocked address with 403 before anything else, except health checks. The list is cached in memory. */
@Injectable()
export class AddressGate implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('blocker');
  private list = new BlockList();
  private timer: NodeJS.Timeout | null = null;
  private isClosing = false;
  private refreshing: Promise<void> = Promise.resolve();

  constructor(
    private readonly blocks: Blocks,
    private readonly notifications: Notifications,
    private readonly host: HttpAdapterHost,
  ) {}

  async onModuleInit(): Promise<void> {
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | undefined;
    // Processes without HTTP have no requests to block.
    if (adapter?.getType() !== 'fastify') return;
    (adapter.getInstance() as FastifyInstance).addHook('onRequest', (request, reply, done) => {
      if (isHealthCheck(request.url) || !this.isBlocked(request.ip)) done();
      else answerFrameworkError(new AddressBlocked(), request, reply);
    });
    const refresh = () => {
      if (!this.isClosing) this.refreshing = this.refresh();
    };
    this.notifications.listen(CHANNEL, refresh);
    this.timer = setInterval(refresh, LOOK_AGAIN_AFTER_MS).unref();
    await this.refresh();
  }

  /** A query that waits for a connection while the ORM closes would prevent the connection from ever being closed. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    if (this.timer) clearInterval(this.timer);
    await this.refreshing;
  }

  isBlocked(address: string): boolean {
    const version = isIP(address);
    return version !== 0 && this.list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  }

  /** Uses the cached list while the database is down. */
  private async refresh(): Promise<void> {
    try {
      const list = new BlockList();
      for (const network of await this.blocks.networks()) add(list, network);
      this.list = list;
    } catch (error) {
      this.logger.warn({ message: 'The list of blocked addresses could not be read.', cause: error instanceof Error ? error.message : '' });
    }
  }
}

function add(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/');
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}

function isHealthCheck(url: string): boolean {
  return /^\/health\/(live|ready)(?:[/?]|$)/.test(url);
}
