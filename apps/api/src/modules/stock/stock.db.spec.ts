import { describe } from '@jest/globals';
import { keyClaims } from './adapters/key-claims.db.cases.ts';
import { keyFiles } from './adapters/key-files/key-files.db.cases.ts';
import { keyQuarantine } from './adapters/key-quarantine.db.cases.ts';
import { keysOps } from './ops/keys-ops.db.cases.ts';
import { lookAtKeyCases } from './ops/look-at-key.db.cases.ts';
import { releaseByCause } from './ops/release-by-cause.db.cases.ts';
import { similarKeys } from './ops/similar-keys.db.cases.ts';
import { sqlKeyStock } from './adapters/sql-key-stock.db.cases.ts';
import { stockChanges } from './adapters/stock-changes.db.cases.ts';
import { stockOps } from './ops/stock-ops.db.cases.ts';
import { takeBackKeys } from './ops/take-back-keys.db.cases.ts';
import { takeBackUpload } from './ops/take-back-upload.db.cases.ts';

// One file, because each file of tests loads the whole API anew, and that takes longer than most of what is tested.
describe('key claims', keyClaims);
describe('key files', keyFiles);
describe('key quarantine', keyQuarantine);
describe('keys ops', keysOps);
describe('look at key', lookAtKeyCases);
describe('release by cause', releaseByCause);
describe('similar keys', similarKeys);
describe('sql key stock', sqlKeyStock);
describe('stock changes', stockChanges);
describe('stock ops', stockOps);
describe('take back keys', takeBackKeys);
describe('take back upload', takeBackUpload);
