import { ask, isPassing } from './ask.ts';
import type { Places } from './customer.ts';
import { OPS_KEY } from './stocked-shop.ts';

/** Refunds the order of this address whole; tries again what nobody answered, until `isOver`. Answers whether the staff was told that it is done. */
export async function refundByStaff({ apis }: Places, email: string, isOver: () => boolean = () => false): Promise<boolean> {
  const headers = { 'x-ops-key': OPS_KEY };
  for (let attempt = 0; !isOver(); attempt += 1) {
    const api = apis[attempt % apis.length];
    const found = await ask(`${api}/ops/orders?email=${encodeURIComponent(email)}`, { headers });
    const number = /"number":"([^"]+)"/.exec(found.body)?.[1];
    const answer = isPassing(found) ? found : await ask(`${api}/ops/orders/${number}/refund`, { headers, body: { reason: 'a campaign' } });
    if (!isPassing(answer)) return answer.status === 200;
  }
  return false;
}
