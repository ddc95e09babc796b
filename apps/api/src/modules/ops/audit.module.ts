import { Global, Module } from '@nestjs/common';
import { SqlAudit } from './adapters/sql-audit.ts';
import { Audit } from './application/ports.ts';
import { SubjectNames } from './application/subject-names.ts';

/** Only the audit log, for commands. */
@Global()
@Module({ providers: [{ provide: Audit, useClass: SqlAudit }, SubjectNames], exports: [Audit, SubjectNames] })
export class AuditModule {}
