import type { FastifyInstance } from 'fastify';
import { admitLocalCallers } from '../http/guards.ts';
import { sendPage } from '../http/pages.ts';
import { expireOverdue } from '../stripe/sessions.ts';
import { webhookBehaviour } from '../webhooks/behaviour.ts';
import type { World } from '../world.ts';
import { overviewPage } from './overview-page.ts';

const LATEST = 25;

/** The page for people at `/`: what happened lately, with buttons. */
export async function overviewRoutes(app: FastifyInstance, { world }: { world: World }): Promise<void> {
  app.addHook('onRequest', admitLocalCallers);
  app.get('/', (_request, reply) => {
    expireOverdue(world);
    const latest = { limit: LATEST, filters: [] };
    const body = overviewPage({
      now: new Date(world.clock.nowMs()),
      webhooks: webhookBehaviour(world.settings),
      webhookUrl: world.config.webhookUrl,
      sessions: world.objects.page('checkout.session', latest).data,
      events: world.objects
        .page('event', latest)
        .data.map((event) => Object.assign(event, { deliveries: world.deliveries.ofEvent(event.id) })),
    });
    return sendPage(reply, { title: 'Stand-in for Stripe', body });
  });
}
