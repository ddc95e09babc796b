import { Module } from '@nestjs/common';
import { Config } from '../../platform/config/config.ts';
import { RecurringTasks } from '../../platform/scheduler/recurring-tasks.ts';
import { Retention } from '../../platform/scheduler/retention.ts';
import { UsersModule } from '../users/users.module.ts';
import { PersonalDataMailWriter } from './adapters/mails/personal-data-mail-writer.ts';
import { PrivacyController } from './adapters/privacy.controller.ts';
import { SqlErasures } from './adapters/sql-erasures.ts';
import { DataRequests } from './application/data-requests.ts';
import { ErasePerson } from './application/erase-person.ts';
import { OwnData } from './application/own-data.ts';
import { RepeatErasures } from './application/repeat-erasures.ts';
import { Erasures } from './application/ports.ts';
import { PrivacyOpsController } from './ops/privacy-ops.controller.ts';

/** Export and erasure of people, over what each module registers with `PersonalTables`. */
@Module({
  imports: [UsersModule],
  controllers: [PrivacyController, PrivacyOpsController],
  providers: [{ provide: Erasures, useClass: SqlErasures }, DataRequests, ErasePerson, OwnData, PersonalDataMailWriter, RepeatErasures],
})
export class PrivacyModule {
  constructor(retention: Retention, tasks: RecurringTasks, repeatErasures: RepeatErasures, config: Config) {
    tasks.add({ name: 'repeat-erasures', everyMs: 86_400_000, run: () => repeatErasures.run() });
    retention.add({ afterDays: config.retention.erasureDays, statement: 'delete from erasure where at < ?' });
  }
}
