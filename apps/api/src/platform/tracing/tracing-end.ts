import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { stopTracing } from './tracing.ts';

/** The last spans leave with the process. */
@Injectable()
export class TracingEnd implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    // A collector that is away keeps nobody from ending.
    await stopTracing().catch(() => undefined);
  }
}
