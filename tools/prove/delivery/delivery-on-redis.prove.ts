import { proveDelivery } from './delivery.cases.ts';

/** `npm run prove` leaves this campaign out, and says so, where no Redis can be had. */
const redisUrl = process.env.TEST_REDIS_URL;
if (redisUrl === undefined) throw new Error('TEST_REDIS_URL must name a throw-away Redis: run `npm run prove`.');
proveDelivery(redisUrl);
