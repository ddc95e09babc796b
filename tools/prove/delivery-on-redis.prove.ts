import { proveDelivery } from './delivery.proof.ts';

/** The runner leaves this file out, and says so, where no Redis can be had. */
const redisUrl = process.env.TEST_REDIS_URL;
if (redisUrl === undefined) throw new Error('TEST_REDIS_URL must name a throw-away Redis: run `npm test`.');
proveDelivery(redisUrl);
