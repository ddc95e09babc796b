import { Global, Module } from '@nestjs/common';
import { RecurringTasks } from '../scheduler/recurring-tasks.ts';
import { Outbox } from '../../shared/ports.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { PurgeOutbox } from './purge-outbox.ts';
import { SqlOutbox } from './sql-outbox.ts';

@Global()
@Module({
  providers: [{ provide: Outbox, useClass: SqlOutbox }, OutboxRelay, PurgeOutbox],
  exports: [Outbox, OutboxRelay, PurgeOutbox],
})
export class OutboxModule {
  constructor(tasks: RecurringTasks, purgeOutbox: PurgeOutbox) {
    tasks.add({ name: 'purge-outbox', everyMs: 3_600_000, run: () => purgeOutbox.run() });
  }
}
