import { beforeAll } from '@jest/globals';
import { Redis } from 'ioredis';
import { canaryPerson } from './canary-person.db.cases.ts';

/** Without Redis the runner skips this file and reports it. */
const { TEST_REDIS_URL } = process.env;
if (TEST_REDIS_URL === undefined) throw new Error('TEST_REDIS_URL must name a throw-away Redis: run `npm run prove`.');
// Queues of one name are shared: other campaigns on this Redis use its first databases.
const redisUrl = new URL('/2', TEST_REDIS_URL).toString();

beforeAll(async () => {
  const redis = new Redis(redisUrl);
  await redis.flushdb();
  await redis.quit();
});
canaryPerson(redisUrl);
