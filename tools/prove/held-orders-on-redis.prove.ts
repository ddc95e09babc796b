import { queuesOnRedis } from '../../apps/api/src/testing/storage/stored-texts.ts';
import { proveHeldOrders } from './held/held-orders.cases.ts';
import { hasKey } from './held/traces.ts';

/** `npm run prove` leaves this campaign out, and says so, where no Redis can be had. */
const redisUrl = process.env.TEST_REDIS_URL;
if (redisUrl === undefined) throw new Error('TEST_REDIS_URL must name a throw-away Redis: run `npm run prove`.');

/** What Redis holds a key in. @throws Error where Redis is empty: then it was not used */
async function keysInRedis(): Promise<string[]> {
  const queues = [...(await queuesOnRedis(redisUrl ?? ''))];
  if (queues.every(([, texts]) => texts.length === 0)) throw new Error('Redis holds nothing.');
  return queues.flatMap(([name, texts]) => (texts.some(hasKey) ? [`Redis ${name}`] : []));
}

proveHeldOrders({ redisUrl, keysInRedis });
