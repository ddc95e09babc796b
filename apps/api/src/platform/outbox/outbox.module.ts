import { Global, Module } from '@nestjs/common';
import { RecurringTasks } from '../scheduler/recurring-tasks.ts';
import { Outbox } from '../../shared/ports.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { PurgeOutbox } from './purge-outbox.ts';
import { SqlOutbox } from './sql-outbox.ts';
import { TableFigures } from '../metrics/table-figures.ts';
import { OUTBOX_FIGURES } from './outbox-figures.ts';

@Global()
@Module({
  providers: [{ provide: Outbox, useClass: SqlOutbox }, OutboxRelay, PurgeOutbox],
  exports: [Outbox, OutboxRelay, PurgeOutbox],
})
export class OutboxModule {
  constructor(figures: TableFigures, tasks: RecurringTasks, purgeOutbox: PurgeOutbox) {
    figures.add(OUTBOX_FIGURES);
    tasks.add({ name: 'purge-outbox', everyMs: 3_600_000, run: () => purgeOutbox.run() });
  }
}
