import { Global, Module } from '@nestjs/common';
import { PersonalData } from '../../shared/personal-data.ts';
import { PersonalTables } from './personal-rows.ts';
import { SqlPersonalData } from './sql-personal-data.ts';

/** Where modules register what their tables hold about people. */
@Global()
@Module({
  providers: [PersonalTables, { provide: PersonalData, useClass: SqlPersonalData }],
  exports: [PersonalTables, PersonalData],
})
export class PersonalDataModule {}
