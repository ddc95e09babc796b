import { Global, Module } from '@nestjs/common';
import { Outbox } from '../../shared/ports.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { SqlOutbox } from './sql-outbox.ts';

@Global()
@Module({
  providers: [{ provide: Outbox, useClass: SqlOutbox }, OutboxRelay],
  exports: [Outbox, OutboxRelay],
})
export class OutboxModule {}
