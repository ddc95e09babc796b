import { Module } from '@nestjs/common';
import { PersonalTables } from '../../platform/personal-data/personal-rows.ts';
import { Retention } from '../../platform/scheduler/retention.ts';
import { EXPIRING, PERSONAL } from './adapters/personal-data.ts';
import { NotesOpsController } from './ops/notes-ops.controller.ts';
import { SqlNotes } from './adapters/sql-notes.ts';
import { EditNotes, Notes } from './application/notes.ts';

/** Notes of staff. The modules of customers and orders define their subjects: this one knows neither. */
@Module({
  controllers: [NotesOpsController],
  providers: [{ provide: Notes, useClass: SqlNotes }, EditNotes],
  exports: [Notes, EditNotes],
})
export class NotesModule {
  constructor(retention: Retention, personal: PersonalTables) {
    retention.add(...EXPIRING);
    personal.add(...PERSONAL);
  }
}
