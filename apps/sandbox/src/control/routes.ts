import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asForm } from '../http/form.ts';
import { admitLocalCallers } from '../http/guards.ts';
import { closeDispute, disputeCharge, paidChargeOf, warnOfFraud } from '../stripe/disputes/disputes.ts';
import { StripeRefusal } from '../stripe/error.ts';
import { flag, integer, list, oneOf, optional, type Rule, shape, text, webAddress } from '../stripe/params.ts';
import { closeReview, openReview } from '../stripe/reviews.ts';
import { failNextRefund, refundCharge } from '../stripe/refunds.ts';
import { declineSession, expireSession, payByCard, payLater, sessionOf, settleTransfer, workingCard } from '../stripe/sessions.ts';
import { apiFailures, apiFault, failuresMet, setApiFault } from '../stripe/api-fault.ts';
import { behaviours } from '../store/deliveries.ts';
import { planDeliveries, setWebhookBehaviour, webhookBehaviour } from '../webhooks/behaviour.ts';
import { clearStripeState, type StripeState } from '../stripe-state.ts';
import { tamperSession } from './tamper.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FARTHEST_MS = 3650 * DAY_MS;
const delay = optional(integer({ min: 0, max: 7 * DAY_MS }));
const outcome = optional(oneOf('succeed', 'fail'));
const nothing = shape({});

/** Undefined: the configured time. `never`: waits for a control. */
const settleAfter: Rule<number | 'never' | undefined> = (value, at) => (value === 'never' ? value : delay(value, at));

const webhookParams = shape({
  mode: oneOf(...behaviours),
  delayMs: delay,
  types: optional(list(text())),
  url: optional(webAddress()),
});

/** Switches for tests and people; no part of Stripe's API. */
export async function controlRoutes(app: FastifyInstance, { state, wake }: { state: StripeState; wake: () => void }): Promise<void> {
  app.addHook('onRequest', admitLocalCallers);
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof StripeRefusal ? error.status : ((error as { statusCode?: number }).statusCode ?? 500);
    return reply.code(status).send({ error: error instanceof Error ? error.message : 'Something went wrong.' });
  });

  /** One control: validates its input, changes the state in one transaction, and wakes the scheduler. */
  const control = <T>(method: 'POST' | 'PUT' | 'GET', path: string, rule: Rule<T>, act: (input: T, id: string) => unknown) => {
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const { id = '' } = request.params as { id?: string };
      const input = rule(asForm((method === 'GET' ? request.query : request.body) ?? {}), '');
      const result = state.database.transaction(() => act(input, id));
      if (method !== 'GET') wake();
      // The buttons of the overview are plain forms: they come back to it.
      return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
        ? reply.redirect('/', 303)
        : reply.send(result);
    };
    app.route({ method, url: `/sandbox${path}`, handler });
  };

  control('GET', '/webhooks', nothing, () => webhookBehaviour(state.settings));
  for (const method of ['PUT', 'POST'] as const) {
    control(method, '/webhooks', webhookParams, ({ mode, delayMs, types, url }) =>
      setWebhookBehaviour(state.settings, { mode, delayMs: delayMs ?? null, types: types ?? null, url: url ?? null }),
    );
  }
  control('POST', '/webhooks/flush', nothing, () => {
    state.deliveries.hurry(state.clock.nowMs());
    return { flushed: true };
  });

  control('GET', '/api', nothing, () => ({ ...apiFault(state.settings), met: failuresMet(state.settings) }));
  control(
    'PUT',
    '/api',
    shape({
      delayMs: optional(integer({ min: 0, max: 120_000 })),
      failure: optional(oneOf(...apiFailures)),
      times: optional(integer({ min: 1 })),
      percent: optional(integer({ min: 1, max: 100 })),
    }),
    ({ delayMs = 0, failure = 'none', percent, times = percent === undefined ? 1 : null }) =>
      setApiFault(state.settings, { delayMs, failure, times, percent: percent ?? 100 }),
  );

  const clock = () => ({ now: new Date(state.clock.nowMs()).toISOString(), offsetMs: state.clock.offsetMs() });
  control('GET', '/clock', nothing, clock);
  control(
    'POST',
    '/clock',
    shape({ advanceMs: optional(integer({ min: -FARTHEST_MS, max: FARTHEST_MS })), reset: optional(flag()) }),
    ({ advanceMs, reset }) => {
      if (reset === true) state.clock.reset();
      if (advanceMs !== undefined) state.clock.advance(advanceMs);
      return clock();
    },
  );

  control('POST', '/sessions/:id/pay', shape({ number: optional(text({ max: 30 })), email: optional(text()) }), ({ number, email }, id) => {
    const card = { ...workingCard, ...(number !== undefined && { number: number.replaceAll(' ', '') }) };
    const decline = payByCard(state, id, card, email);
    return { decline, session: sessionOf(state, id) };
  });
  control('POST', '/sessions/:id/decline', nothing, (_input, id) => ({
    decline: declineSession(state, id),
    session: sessionOf(state, id),
  }));
  control('POST', '/sessions/:id/pay-later', shape({ outcome, settleAfterMs: settleAfter, email: optional(text()) }), (input, id) => {
    const { outcome = 'succeed', settleAfterMs = state.config.transferAfterMs ?? 'never', email } = input;
    return { session: payLater(state, id, { outcome, afterMs: settleAfterMs === 'never' ? null : settleAfterMs, email }) };
  });
  control('POST', '/sessions/:id/settle-transfer', shape({ outcome }), (input, id) => ({
    session: settleTransfer(state, id, input.outcome ?? 'succeed'),
  }));
  control('POST', '/sessions/:id/expire', nothing, (_input, id) => ({ session: expireSession(state, id) }));
  control(
    'POST',
    '/sessions/:id/tamper',
    shape({ amount: optional(integer({ min: 0 })), currency: optional(text({ max: 3 })) }),
    (input, id) => ({
      session: tamperSession(state, id, input),
    }),
  );

  control('POST', '/refunds-fail', shape({ how: optional(oneOf('later', 'refused', 'never')) }), ({ how = 'later' }) => {
    failNextRefund(state, how === 'never' ? null : how);
    return { how };
  });
  // As in Stripe's dashboard: without a request of the shop, and without its metadata.
  control(
    'POST',
    '/refunds',
    shape({ payment_intent: text(), amount: optional(integer({ min: 1 })) }),
    ({ payment_intent: intent, amount }) =>
      refundCharge(state, { charge: undefined, payment_intent: intent, amount, reason: 'requested_by_customer', metadata: {} }),
  );
  control(
    'POST',
    '/disputes',
    shape({ payment_intent: text(), reason: optional(text()), amount: optional(integer({ min: 1 })), leavesRest: optional(flag()) }),
    ({ payment_intent: intent, reason = 'fraudulent', ...wish }) => disputeCharge(state, paidChargeOf(state, intent), reason, wish),
  );
  control('POST', '/disputes/:id/close', shape({ outcome: oneOf('won', 'lost') }), (input, id) => closeDispute(state, id, input.outcome));
  control('POST', '/fraud-warnings', shape({ payment_intent: text() }), ({ payment_intent: intent }) =>
    warnOfFraud(state, paidChargeOf(state, intent)),
  );

  control('POST', '/reviews', shape({ payment_intent: text() }), ({ payment_intent: intent }) =>
    openReview(state, paidChargeOf(state, intent)),
  );
  control('POST', '/reviews/:id/close', shape({ reason: oneOf('approved', 'refunded', 'refunded_as_fraud') }), ({ reason }, id) =>
    closeReview(state, id, reason),
  );

  control('GET', '/events', shape({ type: optional(text()), limit: optional(integer({ min: 1, max: 1000 })) }), ({ type, limit = 100 }) => {
    const filters = type === undefined ? [] : [{ path: 'type', is: '=' as const, value: type }];
    const { data } = state.objects.page('event', { limit, filters });
    return data.map((event) => ({ ...state.events.current(event), deliveries: state.deliveries.ofEvent(event.id) }));
  });
  control(
    'POST',
    '/events/:id/send',
    shape({ mode: optional(oneOf(...behaviours)), delayMs: delay }),
    ({ mode = 'normal', delayMs }, id) => {
      const event = state.objects.find('event', id);
      if (!event) throw new StripeRefusal(`No such event: '${id}'`, { status: 404 });
      const now = state.clock.nowMs();
      const plan = planDeliveries({ mode, delayMs: delayMs ?? null, types: null, url: null }, event.type);
      for (const { behaviour, afterMs } of plan) state.deliveries.add(id, behaviour, now + afterMs, now);
      return { sent: plan.length };
    },
  );
  control('POST', '/reset', nothing, () => {
    clearStripeState(state);
    return { reset: true };
  });
}
