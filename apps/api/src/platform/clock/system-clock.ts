import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../shared/ports.ts';
import { Config } from '../config/config.ts';
import { Notifications } from '../database/notifications.ts';
import { ReadDatabase } from '../database/read-database.ts';

const CLOCK_CHANNEL = 'clock_moved';

/**
 * The system clock. Outside production it is `clock.offset_ms` ahead, a row shared by all processes, so that tests and developers move API,
 * worker and jobs together.
 */
@Injectable()
export class SystemClock extends Clock implements OnModuleInit {
  private offsetMs = 0;

  constructor(
    private readonly config: Config,
    private readonly database: ReadDatabase,
    private readonly notifications: Notifications,
  ) {
    super();
  }

  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  async onModuleInit(): Promise<void> {
    if (!this.config.isClockMovable) return;
    this.notifications.listen(CLOCK_CHANNEL, () => void this.readOffset());
    await this.readOffset();
  }

  private async readOffset(): Promise<void> {
    const [row] = await this.database.rows<{ offset_ms: string }>('clock-offset', 'select offset_ms from clock').catch(() => []);
    this.offsetMs = Number(row?.offset_ms ?? 0);
  }
}
