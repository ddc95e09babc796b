import { Global, Module } from '@nestjs/common';
import { Outbox } from '../../shared/ports.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { PurgeOutbox } from './purge-outbox.ts';
import { SqlOutbox } from './sql-outbox.ts';

@Global()
@Module({
  providers: [{ provide: Outbox, useClass: SqlOutbox }, OutboxRelay, PurgeOutbox],
  exports: [Outbox, OutboxRelay, PurgeOutbox],
})
export class OutboxModule {}
