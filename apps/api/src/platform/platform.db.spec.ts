import { describe } from '@jest/globals';
import { captcha } from './captcha/captcha.db.cases.ts';
import { migrationCases } from './database/migrations.db.cases.ts';
import { replicaReads } from './database/replica-reads.db.cases.ts';
import { outside } from './health/outside.db.cases.ts';
import { docsCases } from './http/docs.db.cases.ts';
import { foreignWrites } from './http/foreign-writes.db.cases.ts';
import { sqlImageRecipes } from './images/sql-image-recipes.db.cases.ts';
import { everyLimit } from './limits/every-limit.db.cases.ts';
import { limitCases } from './limits/limits.db.cases.ts';
import { letters } from './mail/letters.db.cases.ts';
import { dashboard } from './metrics/dashboard.db.cases.ts';
import { metricCases } from './metrics/metrics.db.cases.ts';
import { tracing } from './tracing/tracing.db.cases.ts';

// One file, because each file of tests loads the whole API anew, and that takes longer than most of what is tested.
describe('captcha', captcha);
describe('migrations', migrationCases);
describe('replica reads', replicaReads);
describe('outside', outside);
describe('docs', docsCases);
describe('foreign writes', foreignWrites);
describe('sql image recipes', sqlImageRecipes);
describe('every limit', everyLimit);
describe('limits', limitCases);
describe('letters', letters);
describe('dashboard', dashboard);
describe('metrics', metricCases);
describe('tracing', tracing);
