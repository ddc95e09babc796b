import { passing } from '../passing.ts';
import type { World } from '../world.ts';

/** One webhook. Answers whether the shop has said that it has received the event. `isPaid`: its order's session was paid when it was sent. */
export async function sendEvent(
  world: World,
  event: { readonly id: string },
  about: { readonly orderId: string; readonly isPaid: boolean },
): Promise<boolean> {
  const isReceived = await world
    .inApi(async (shop) => {
      await shop.receiveEvent.run('stripe', Buffer.from(JSON.stringify(event)), { 'stripe-signature': 'signed' });
      return true;
    })
    .catch(passing);
  if (isReceived) world.acknowledgedEvents.set(`${world.provider.eventIdPrefix}${event.id}`, about);
  return isReceived === true;
}

/** The provider tells of a refund, whoever made it, by webhooks that come late, twice or never: then its list has the event. `name`: of the refund. */
export function tellOfRefund(world: World, orderId: string, name: string): void {
  const { provider, scheduler } = world;
  const intentId = `intent-session-${orderId}`;
  const event = {
    id: `evt-refund-${name}`,
    type: 'charge.refunded',
    sessionId: null,
    intentId,
    signal: null,
    isAboutRefunds: true,
    payload: {},
  };
  provider.missed.push({ event, createdAt: world.clock.now() });
  for (let copies = scheduler.below(3) || (world.shape.hasStalls ? 1 : 0); copies > 0; copies -= 1)
    scheduler.begin(async () => {
      await world.pauses(world.shape.hurry);
      await sendEvent(world, event, { orderId, isPaid: false });
    });
}
