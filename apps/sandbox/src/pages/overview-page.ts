import type Stripe from 'stripe';
import { html, type Html } from '../http/html.ts';
import { behaviours, type Delivery } from '../store/deliveries.ts';
import { formatMinor } from '../stripe/currencies.ts';
import type { Session } from '../stripe/objects/session.ts';
import { transferTypeOf } from '../stripe/sessions.ts';
import type { WebhookBehaviour } from '../webhooks/behaviour.ts';

export interface Overview {
  readonly now: Date;
  readonly webhooks: WebhookBehaviour;
  readonly webhookUrl: string;
  readonly sessions: readonly Session[];
  readonly events: readonly (Stripe.Event & { readonly deliveries: readonly Delivery[] })[];
}

export function overviewPage(view: Overview): Html {
  return html`
    <header class="notice">Stand-in for Stripe: no money moves.</header>
    <main class="wide">
      <h1>Stand-in for Stripe</h1>
      ${controls(view)} ${sessions(view.sessions)} ${events(view.events)}
    </main>
  `;
}

function controls({ now, webhooks, webhookUrl }: Overview): Html {
  return html`
    <section class="card" aria-labelledby="controls">
      <h2 id="controls">Controls</h2>
      <p class="quiet">Webhooks go to ${webhooks.url ?? webhookUrl}. Its clock says ${now.toISOString()}.</p>
      <div class="row">
        <form class="row" method="post" action="/sandbox/webhooks">
          <label>
            Webhooks
            <select name="mode">
              ${behaviours.map((mode) => (mode === webhooks.mode ? html`<option selected>${mode}</option>` : html`<option>${mode}</option>`))}
            </select>
          </label>
          <button>Set</button>
        </form>
        <form method="post" action="/sandbox/clock"><button name="advanceMs" value="1800000">Clock + 30 minutes</button></form>
        <form method="post" action="/sandbox/clock"><button name="reset" value="true">Clock to now</button></form>
        <form method="post" action="/sandbox/refunds-fail"><button name="how" value="later">Let the next refund fail</button></form>
        <form method="post" action="/sandbox/reset"><button>Forget everything</button></form>
      </div>
    </section>
  `;
}

function sessions(all: readonly Session[]): Html {
  return html`
    <section class="card" aria-labelledby="sessions">
      <h2 id="sessions">Latest sessions</h2>
      ${
        all.length === 0
          ? html`<p class="quiet">None yet: start a checkout in the shop.</p>`
          : html`<div class="scroll">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Session</th>
                    <th scope="col">Total</th>
                    <th scope="col">E-mail</th>
                    <th scope="col">State</th>
                    <th scope="col">Do</th>
                  </tr>
                </thead>
                <tbody>
                  ${all.map(sessionRow)}
                </tbody>
              </table>
            </div>`
      }
    </section>
  `;
}

function sessionRow(session: Session): Html {
  const { id, status, payment_intent: intent } = session;
  const button = (action: string, label: string) =>
    html`<form method="post" action="/sandbox/sessions/${id}/${action}"><button>${label}</button></form>`;
  return html`
    <tr>
      <td><a href="/pay/${id}">${id.slice(0, 24)}…</a></td>
      <td>${formatMinor(session.amount_total ?? 0, session.currency ?? 'eur')}</td>
      <td>${session.customer_details?.email}</td>
      <td>${status}, ${session.payment_status}</td>
      <td>
        <div class="row">
          ${status === 'open' && [button('pay', 'Pay'), button('decline', 'Decline'), transferTypeOf(session) !== null && button('pay-later', 'Pay later'), button('expire', 'Expire')]}
          ${
            session.payment_status === 'paid' &&
            html`<form method="post" action="/sandbox/disputes">
              <input type="hidden" name="payment_intent" value="${String(intent)}" /><button>Dispute</button>
            </form>`
          }
        </div>
      </td>
    </tr>
  `;
}

function events(all: Overview['events']): Html {
  return html`
    <section class="card" aria-labelledby="events">
      <h2 id="events">Latest events</h2>
      ${
        all.length === 0
          ? html`<p class="quiet">None yet.</p>`
          : html`<div class="scroll">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Event</th>
                    <th scope="col">At</th>
                    <th scope="col">Webhooks</th>
                    <th scope="col">Do</th>
                  </tr>
                </thead>
                <tbody>
                  ${all.map(
                    (event) => html`
                      <tr>
                        <td>${event.type}</td>
                        <td>${new Date(event.created * 1000).toISOString()}</td>
                        <td>${event.deliveries.map(deliveryText).join('; ')}</td>
                        <td>
                          <form method="post" action="/sandbox/events/${event.id}/send"><button>Send again</button></form>
                        </td>
                      </tr>
                    `,
                  )}
                </tbody>
              </table>
            </div>`
      }
    </section>
  `;
}

function deliveryText({ state, attempts, outcome }: Delivery): string {
  return `${state}${attempts > 0 ? ` after ${attempts} (${outcome ?? ''})` : ''}`;
}
