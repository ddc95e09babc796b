import { Global, Module } from '@nestjs/common';
import { SqlAudit } from './adapters/sql-audit.ts';
import { Audit } from './application/ports.ts';

/** The audit log alone, for commands that load no more than they need. */
@Global()
@Module({ providers: [{ provide: Audit, useClass: SqlAudit }], exports: [Audit] })
export class AuditModule {}
