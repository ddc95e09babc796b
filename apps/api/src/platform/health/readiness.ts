import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Config } from '../config/config.ts';
import { ReadDatabase } from '../database/read-database.ts';
import { ReplicaReads } from '../database/replica-reads.ts';
import { ImageStore } from '../images/ports.ts';
import { JobQueues } from '../queues/job-queues.ts';
import { DependencyHealth, type Part, partOf } from './dependency-health.ts';

/** A bucket is paid by the question, and proxies ask every few seconds. */
const ASK_FOR_PICTURES_EVERY_MS = 10_000;
/** Under this key is no picture: that the store says so is enough. */
const NO_PICTURE = 'health/none';

export interface ReadinessAnswer {
  /** Whether requests should come here. */
  readonly isReady: boolean;
  /** `degraded`: serves, but something behind it is down. `stopping`: finishes what it has begun; nothing new should come. */
  readonly status: 'ok' | 'degraded' | 'down' | 'stopping';
  readonly database: Part;
  /** Orders are taken without it: jobs wait in the database. */
  readonly queue: Part;
  /** The folder or bucket of pictures; pages are served without. */
  readonly images: Part;
  /** Letters wait for it in the database; it may be as old as half a minute, and so may `payments`. */
  readonly mail?: Part;
  /** Nobody can pay meanwhile; everything else is served. */
  readonly payments?: Part;
  /** Where there are any: down when one is left alone. The primary answers in its place. */
  readonly replicas?: Part;
}

/** Which dependency is down. Before it ends, a process says for a while that it is stopping, so that proxies lead nothing new to it. */
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
