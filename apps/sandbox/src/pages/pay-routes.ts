import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../http/pages.ts';
import { StripeRefusal } from '../stripe/error.ts';
import { messageOfReason, reasonOf } from '../stripe/objects/card.ts';
import type { Session } from '../stripe/objects/session.ts';
import { isEmail } from '../stripe/params.ts';
import {
  type CardEntry,
  declineSession,
  detailsOf,
  expireOverdue,
  intentOf,
  payByCard,
  payLater,
  sessionOf,
  settleTransfer,
} from '../stripe/sessions.ts';
import type { StripeState } from '../stripe-state.ts';
import { notFoundPage, payPage, successAddress } from './pay-page.ts';

interface Submission {
  readonly session: Session;
  readonly field: (name: string) => string;
  readonly email: string | undefined;
}
/** Applies a button; returns the reason of a refusal, or null to redirect the buyer. */
type Button = (submission: Submission) => string | null;

/** Entries that are refused before any bank is asked. */
const entryProblems = {
  email: 'Enter a valid e-mail address.',
  expiry: "Your card's expiration date is incomplete.",
  expiry_past: "Your card's expiration date is in the past.",
  cvc: "Your card's security code is incomplete.",
} as const;
type EntryProblem = keyof typeof entryProblems;

/** The page where a buyer pays: /pay/{session}. The session's id is the secret that opens it. */
export async function payRoutes(app: FastifyInstance, { state, wake }: { state: StripeState; wake: () => void }): Promise<void> {
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof StripeRefusal ? error.status : ((error as { statusCode?: number }).statusCode ?? 500);
    if (status === 404) return sendPage(reply, { title: 'No such payment', body: notFoundPage(), status });
    return reply
      .code(status)
      .type('text/plain; charset=utf-8')
      .send(error instanceof Error ? error.message : 'Something went wrong.');
  });

  app.get('/pay/:id', (request, reply) => {
    expireOverdue(state);
    wake();
    return show(reply, sessionOf(state, idOf(request)), request.query as Record<string, unknown>);
  });

  // Where a browser is asked to load the answer of a button again.
  app.get('/pay/:id/:button', (request, reply) => reply.redirect(`/pay/${sessionOf(state, idOf(request)).id}`, 303));

  app.post('/pay/:id/cancel', (request, reply) => {
    const session = sessionOf(state, idOf(request));
    return reply.redirect(session.cancel_url ?? `/pay/${session.id}`, 303);
  });

  app.post('/pay/:id/settle', (request, reply) => {
    const session = sessionOf(state, idOf(request));
    if (isProcessing(session)) settleTransfer(state, session.id, fieldOf(request, 'outcome') === 'fail' ? 'fail' : 'succeed');
    wake();
    return reply.redirect(`/pay/${session.id}`, 303);
  });

  const buttons: Record<string, Button> = {
    card: ({ session, field, email }) => {
      const card = readCard(field, state.clock.nowMs());
      if (typeof card === 'string') return card;
      const decline = payByCard(state, session.id, card, email);
      return decline && reasonOf(decline);
    },
    decline: ({ session, email }) => reasonOf(declineSession(state, session.id, undefined, undefined, email)),
    transfer: ({ session, field, email }) => {
      payLater(state, session.id, {
        outcome: field('outcome') === 'fail' ? 'fail' : 'succeed',
        afterMs: state.config.transferAfterMs,
        email,
      });
      return null;
    },
  };
  for (const [name, press] of Object.entries(buttons)) {
    app.post(`/pay/:id/${name}`, (request, reply) => {
      expireOverdue(state);
      const session = sessionOf(state, idOf(request));
      // A second click, or a form left open in another tab: what happened stays, and is shown.
      if (session.status === 'complete') return reply.redirect(successAddress(session), 303);
      if (session.status === 'expired') return reply.redirect(`/pay/${session.id}`, 303);

      const field = (name: string) => fieldOf(request, name);
      const email = session.customer_email ?? field('email');
      const reason = name !== 'decline' && !isEmail(email) ? 'email' : press({ session, field, email: isEmail(email) ? email : undefined });
      wake();
      if (reason === null) return reply.redirect(successAddress(session), 303);
      // Never an answer to the POST itself: Back and reload would ask to send the form again.
      const query = new URLSearchParams({ declined: reason, ...(session.customer_email === null && { email: field('email') }) });
      return reply.redirect(`/pay/${session.id}?${query}`, 303);
    });
  }

  function show(reply: FastifyReply, session: Session, { declined, email }: Record<string, unknown>): FastifyReply {
    const message = typeof declined === 'string' ? sendReason(declined) : null;
    const problem = message === null ? null : { message, email: typeof email === 'string' ? email : '' };
    const body = payPage({ session, details: detailsOf(state, session), isProcessing: isProcessing(session), ...(problem && { problem }) });
    const formTargets = [session.success_url, session.cancel_url].flatMap((url) => (url === null ? [] : [new URL(url).origin]));
    return sendPage(reply, { title: 'Payment (stand-in)', body, formTargets: [...new Set(formTargets)] });
  }

  function isProcessing(session: Session): boolean {
    return intentOf(state, session)?.status === 'processing';
  }
}

/** Only known texts: a URL must not inject text into the page. */
function sendReason(reason: string): string | null {
  return Object.entries(entryProblems).find(([name]) => name === reason)?.[1] ?? messageOfReason(reason);
}

function readCard(field: (name: string) => string, nowMs: number): CardEntry | EntryProblem {
  const number = field('number').replace(/[\s-]/g, '');
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(field('expiry')) ?? [];
  const expMonth = Number(month);
  if (month === undefined || year === undefined || expMonth < 1 || expMonth > 12) return 'expiry';
  if (!/^\d{3,4}$/.test(field('cvc').trim())) return 'cvc';
  const expYear = Number(year.length === 2 ? `20${year}` : year);
  if (Date.UTC(expYear, expMonth) <= nowMs) return 'expiry_past';
  return { number, expMonth, expYear };
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

function fieldOf(request: FastifyRequest, name: string): string {
  const value = ((request.body ?? {}) as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
}
