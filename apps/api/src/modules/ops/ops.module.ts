import { PersonalTables } from '../../platform/personal-data/personal-rows.ts';
import { expiringOfOps, PERSONAL } from './adapters/personal-data.ts';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Global, Module } from '@nestjs/common';
import { DocsGate } from '../../platform/http/docs/docs-gate.ts';
import { Config } from '../../platform/config/config.ts';
import { Retention } from '../../platform/scheduler/retention.ts';
import { RecurringTasks } from '../../platform/scheduler/recurring-tasks.ts';
import { AccessOpsController } from './adapters/access/access-ops.controller.ts';
import { BullJobAdmin } from './adapters/queues/bull-job-admin.ts';
import { MailDeadLetters } from './adapters/queues/mail-dead-letters.ts';
import { SqlRefusals } from './adapters/access/sql-refusals.ts';
import { NodeNetworks } from './adapters/access/node-networks.ts';
import { OpsAuthentication } from './adapters/ops-authentication.ts';
import { OpsKeysController } from './adapters/access/ops-keys.controller.ts';
import { BoardGuard, QueueBoardController } from './adapters/queues/queue-board.controller.ts';
import { QueueOpsController } from './adapters/queues/queue-ops.controller.ts';
import { SqlAuditReads } from './adapters/sql-audit.ts';
import { MikroOrmOpsKeys, opsKeyMapping } from './adapters/access/mikro-orm-ops-keys.ts';
import { ConfiguredFactorRule } from './adapters/factors/configured-factor-rule.ts';
import { OtpauthCodes } from './adapters/factors/otpauth-codes.ts';
import { SqlOpsFactors } from './adapters/factors/sql-ops-factors.ts';
import { AuthenticateOperator } from './application/authenticate-operator.ts';
import { IssueOpsKey } from './application/issue-ops-key.ts';
import { LimitOpsKey } from './application/limit-ops-key.ts';
import { DeadLetters, JobAdmin } from './application/job-admin.ts';
import { Networks } from './application/networks.ts';
import { AuditReads, OpsKeys } from './application/ports.ts';
import { NoteRefusal, Refusals } from './application/refusals.ts';
import { ReplayJobs } from './application/replay-jobs.ts';
import { RevokeOpsKey } from './application/revoke-ops-key.ts';
import { EncryptFactorsAnew, FactorRule, OneTimeCodes, OpsFactors, RequireCode } from './application/second-factor.ts';
import { AuditModule } from './audit.module.ts';

/** Global: every module has ops calls, with the same guard and audit log. */
@Global()
@Module({
  imports: [MikroOrmModule.forFeature([opsKeyMapping]), AuditModule],
  controllers: [AccessOpsController, OpsKeysController, QueueBoardController, QueueOpsController],
  providers: [
    { provide: OpsKeys, useClass: MikroOrmOpsKeys },
    { provide: Networks, useClass: NodeNetworks },
    { provide: OpsFactors, useClass: SqlOpsFactors },
    { provide: OneTimeCodes, useClass: OtpauthCodes },
    { provide: FactorRule, useClass: ConfiguredFactorRule },
    { provide: Refusals, useClass: SqlRefusals },
    { provide: AuditReads, useClass: SqlAuditReads },
    { provide: JobAdmin, useClass: BullJobAdmin },
    { provide: DeadLetters, useClass: MailDeadLetters },
    { provide: DocsGate, useExisting: OpsAuthentication },
    AuthenticateOperator,
    BoardGuard,
    EncryptFactorsAnew,
    IssueOpsKey,
    LimitOpsKey,
    NoteRefusal,
    OpsAuthentication,
    ReplayJobs,
    RequireCode,
    RevokeOpsKey,
  ],
  exports: [AuditModule, DocsGate, NoteRefusal, OpsAuthentication, RequireCode],
})
export class OpsModule {
  constructor(
    tasks: RecurringTasks,
    retention: Retention,
    personal: PersonalTables,
    config: Config,
    encryptFactorsAnew: EncryptFactorsAnew,
  ) {
    personal.add(...PERSONAL);
    retention.add(...expiringOfOps(config.retention));
    tasks.add({ name: 'encrypt-factors-anew', everyMs: 30_000, run: () => encryptFactorsAnew.run() });
  }
}
