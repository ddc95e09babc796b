import { describe } from '@jest/globals';
import { blocker } from './blocker/adapters/blocker.db.cases.ts';
import { buyerBlocks } from './blocker/adapters/buyer-blocks.db.cases.ts';
import { contact } from './content/adapters/contact.db.cases.ts';
import { content } from './content/adapters/content.db.cases.ts';
import { posts } from './content/adapters/posts.db.cases.ts';
import { customersOps } from './customers/ops/customers-ops.db.cases.ts';
import { newsletter } from './newsletter/adapters/newsletter.db.cases.ts';
import { refusalsOfKeys } from './ops/adapters/access/refusals.db.cases.ts';
import { accessOps } from './ops/adapters/access/access-ops.db.cases.ts';
import { opsKeys } from './ops/adapters/access/ops-keys.db.cases.ts';
import { secondFactor } from './ops/adapters/factors/second-factor.db.cases.ts';
import { queueOpsContract } from './ops/testing/queue-ops.contract.ts';
import { reviews } from './reviews/adapters/reviews.db.cases.ts';

// The modules of few tests. One file, because each test file loads the whole API, which takes longer than most tests.
describe('blocker', blocker);
describe('blocks of buyers', buyerBlocks);
describe('contact', contact);
describe('content', content);
describe('posts', posts);
describe('customers', customersOps);
describe('newsletter', newsletter);
describe('access ops', accessOps);
describe('refused ops keys', refusalsOfKeys);
describe('ops keys', opsKeys);
describe('second factor', secondFactor);
describe('queue ops', () => queueOpsContract(undefined));
describe('reviews', reviews);
