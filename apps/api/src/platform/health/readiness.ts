import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Config } from '../config/config.ts';
import { ReadDatabase } from '../database/read-database.ts';
import { ReplicaReads } from '../database/replicas/replica-reads.ts';
import { ImageStore } from '../images/ports.ts';
import { JobQueues } from '../queues/job-queues.ts';
import { DependencyHealth, type Part, partOf } from './dependency-health.ts';

/** Each request to a bucket costs money, and proxies check every few seconds. */
const ASK_FOR_PICTURES_EVERY_MS = 10_000;
/** No picture has this key: that the store answers is enough. */
const NO_PICTURE = 'health/none';

export interface ReadinessAnswer {
  /** Whether to send requests to this process. */
  readonly isReady: boolean;
  /** `degraded`: serves, but something behind it is down. `stopping`: finishes requests in progress and should get no new ones. */
  readonly status: 'ok' | 'degraded' | 'down' | 'stopping';
  readonly database: Part;
  /** Orders are accepted without it: jobs wait in the database. */
  readonly queue: Part;
  /** The folder or bucket of pictures; pages are served without it. */
  readonly images: Part;
  /** Mails wait for it in the database; it may be as old as half a minute, and so may `payments`. */
  readonly mail?: Part;
  /** While it is down nobody can pay; everything else is served. */
  readonly payments?: Part;
  /** Only with replicas: `down` when one is paused. The primary answers in its place. */
  readonly replicas?: Part;
}

/** Which dependency is down. Before it ends, a process answers `stopping` for a while, so that proxies send it no new requests. */
@Injectable()
export class Readiness implements BeforeApplicationShutdown {
  private isShuttingDown = false;
  private images: { readonly at: number; readonly part: Promise<Part> } | null = null;

  constructor(
    private readonly database: ReadDatabase,
    private readonly queues: JobQueues,
    private readonly replicaReads: ReplicaReads,
    private readonly imageStore: ImageStore,
    private readonly outside: DependencyHealth,
    private readonly config: Config,
  ) {}

  async look(): Promise<ReadinessAnswer> {
    const [database, queue, images, outside] = await Promise.all([
      partOf(this.database.ping()),
      partOf(this.queues.ping()),
      this.lookForImages(),
      this.outside.look(),
    ]);
    const isReady = database === 'ok' && !this.isShuttingDown;
    const { all, inUse } = this.replicaReads.count();
    const replicas: Part = inUse < all ? 'down' : 'ok';
    const isWhole = [queue, images, replicas, ...Object.values(outside)].every((one) => one === 'ok');
    const status = this.isShuttingDown ? 'stopping' : database === 'down' ? 'down' : isWhole ? 'ok' : 'degraded';
    return { isReady, status, database, queue, images, ...outside, ...(all > 0 && { replicas }) };
  }

  private lookForImages(): Promise<Part> {
    const now = performance.now();
    if (this.images === null || now - this.images.at > ASK_FOR_PICTURES_EVERY_MS)
      this.images = { at: now, part: partOf(this.imageStore.get(NO_PICTURE)) };
    return this.images.part;
  }

  isStopping(): boolean {
    return this.isShuttingDown;
  }

  async beforeApplicationShutdown(signal?: string): Promise<void> {
    this.isShuttingDown = true;
    if (signal !== undefined) await new Promise((resolve) => setTimeout(resolve, this.config.shutdownDelayMs));
  }
}
