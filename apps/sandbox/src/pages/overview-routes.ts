import type { FastifyInstance } from 'fastify';
import { admitLocalCallers } from '../http/guards.ts';
import { sendPage } from '../http/pages.ts';
import { expireOverdue } from '../stripe/sessions.ts';
import { webhookBehaviour } from '../webhooks/behaviour.ts';
import type { StripeState } from '../stripe-state.ts';
import { overviewPage } from './overview-page.ts';

const LATEST = 25;

/** The page for people at `/`: what happened lately, with buttons. */
export async function overviewRoutes(app: FastifyInstance, { state }: { state: StripeState }): Promise<void> {
  app.addHook('onRequest', admitLocalCallers);
  app.get('/', (_request, reply) => {
    expireOverdue(state);
    const latest = { limit: LATEST, filters: [] };
    const body = overviewPage({
      now: new Date(state.clock.nowMs()),
      webhooks: webhookBehaviour(state.settings),
      webhookUrl: state.config.webhookUrl,
      sessions: state.objects.page('checkout.session', latest).data,
      events: state.objects
        .page('event', latest)
        .data.map((event) => Object.assign(event, { deliveries: state.deliveries.ofEvent(event.id) })),
    });
    return sendPage(reply, { title: 'Stand-in for Stripe', body });
  });
}
