import { passing } from '../passing.ts';
import type { World } from '../world.ts';

/**
 * The provider tells of a refund, whoever made it, by a webhook, which may come late, again or never: then its list has the event. `name`: of
 * the refund at the provider.
 */
export function tellOfRefund(world: World, orderId: string, name: string): void {
  const { provider, scheduler } = world;
  const intentId = `intent-session-${orderId}`;
  const id = `evt-refund-${name}`;
  const event = { id, type: 'charge.refunded', sessionId: null, intentId, signal: null, isAboutRefunds: true, payload: {} };
  provider.missed.push({ event, createdAt: world.clock.now() });
  const send = async () => {
    await world.pauses(world.shape.hurry);
    await world
      .inApi(async (shop) => {
        await shop.receiveEvent.run('stripe', Buffer.from(JSON.stringify(event)), { 'stripe-signature': 'signed' });
        world.acknowledgedEvents.set(`${provider.eventIdPrefix}${id}`, { orderId, isPaid: false });
      })
      .catch(passing);
  };
  for (let copies = scheduler.below(3); copies > 0; copies -= 1) scheduler.begin(send);
}
