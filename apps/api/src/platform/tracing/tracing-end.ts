import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { stopTracing } from './tracing.ts';

/** Exports the last spans before the process ends. */
@Injectable()
export class TracingEnd implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    // A collector that does not answer does not prevent the process from ending.
    await stopTracing().catch(() => undefined);
  }
}
