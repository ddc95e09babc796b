import { Redis } from 'ioredis';
import { proveHeldOrders } from './held/held-orders.cases.ts';
import { hasKey } from './held/traces.ts';

/** `npm run prove` leaves this campaign out, and says so, where no Redis can be had. */
const redisUrl = process.env.TEST_REDIS_URL;
if (redisUrl === undefined) throw new Error('TEST_REDIS_URL must name a throw-away Redis: run `npm run prove`.');

/** The names of what Redis holds a key in, as it would be written to its disk. @throws Error where Redis is empty: then it was not used */
async function keysInRedis(): Promise<string[]> {
  const redis = new Redis(redisUrl ?? '');
  try {
    if ((await redis.dbsize()) === 0) throw new Error('Redis holds nothing.');
    // Else what is dumped is packed, and a key in it is not found.
    await redis.config('SET', 'rdbcompression', 'no');
    const found: string[] = [];
    for await (const names of redis.scanStream() as AsyncIterable<string[]>)
      for (const name of names) {
        const stored = await redis.dumpBuffer(name);
        if (hasKey(name) || (stored !== null && hasKey(stored.toString('latin1')))) found.push(`Redis ${name}`);
      }
    return found;
  } finally {
    redis.disconnect();
  }
}

proveHeldOrders({ redisUrl, keysInRedis });
