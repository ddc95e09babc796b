import { html, type Html } from '../http/html.ts';
import { formatMinor } from '../stripe/currencies.ts';
import type { Session, SessionDetails } from '../stripe/objects/session.ts';
import { transferTypeOf, workingCard } from '../stripe/sessions.ts';

const OTHER_CARDS = [
  ['4000 0000 0000 0002', 'declined'],
  ['4000 0000 0000 9995', 'insufficient funds'],
  ['4000 0000 0000 9235', 'pays, elevated risk'],
  ['4000 0000 0000 4954', 'pays, highest risk'],
  ['4000 0000 0000 0101', 'pays, wrong security code'],
  ['4000 0000 0000 0036', 'pays, wrong postal code'],
  ['4000 0000 0000 9292', 'pays, put into review'],
  ['4000 0000 0000 3220', 'pays, passes 3-D Secure'],
  ['4000 0084 0000 1629', 'declined, passes 3-D Secure'],
  ['4000 0000 0000 9300', 'pays nothing, fails 3-D Secure'],
  ['4000 0000 0000 9318', 'pays, fails 3-D Secure'],
  ['4000 0000 0000 0259', 'pays, disputed at once'],
  ['4000 0000 0000 1976', 'pays, inquiry of the bank'],
  ['4000 0000 0000 5423', 'pays, warning of fraud'],
  ['4000 0000 0000 5126', 'pays, refunds fail later'],
] as const;

export interface PayView {
  readonly session: Session;
  readonly details: SessionDetails;
  /** Whether a bank transfer is on its way. */
  readonly isProcessing: boolean;
  readonly problem?: { readonly message: string; readonly email: string };
}

export function payPage(view: PayView): Html {
  const { session } = view;
  return html`
    <header class="notice">Stand-in: no money moves.</header>
    <main>
      <h1>${headline(view)}</h1>
      ${session.customer_email !== null && html`<p class="quiet">for ${session.customer_email}</p>`} ${order(view)}
      ${session.status === 'open' ? form(view) : ending(view)}
    </main>
  `;
}

/** The redirect after a payment. */
export function successAddress(session: Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

export function notFoundPage(): Html {
  return html`
    <header class="notice">Stand-in: no money moves.</header>
    <main>
      <h1>No such payment</h1>
      <p>Go back to the shop and start the checkout again.</p>
    </main>
  `;
}

function headline({ session, isProcessing }: PayView): string {
  if (session.status === 'open') return `Pay ${total(session)}`;
  if (session.status === 'expired') return 'This payment has expired';
  if (session.payment_status === 'paid') return 'This payment is done';
  return isProcessing ? 'The bank transfer is on its way' : 'The bank transfer did not arrive';
}

function order({ session, details }: PayView): Html {
  return html`
    <section class="card" aria-labelledby="order">
      <h2 id="order">Your order</h2>
      <ul class="lines">
        ${details.lineItems.map(
          (line) => html`
            <li>
              <span>${line.quantity} × ${line.description}</span>
              <span class="amount">${formatMinor(line.amount_total, line.currency)}</span>
            </li>
          `,
        )}
      </ul>
      <p class="total"><span>Total</span><span class="amount">${total(session)}</span></p>
    </section>
  `;
}

function form({ session, problem }: PayView): Html {
  const at = `/pay/${session.id}`;
  const acceptsCards = session.payment_method_types.includes('card');
  return html`
    <form class="card" method="post" action="${at}/card" aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      ${problem && html`<p role="alert" class="bad">${problem.message}</p>`}
      ${
        session.customer_email === null &&
        html`
          <label for="email">E-mail</label>
          <input id="email" name="email" type="email" autocomplete="email" required value="${problem?.email ?? ''}" />
        `
      }
      ${acceptsCards && cardFields(total(session))}
      <div class="stack">
        ${acceptsCards && html`<button formaction="${at}/decline" formnovalidate>Decline</button>`}
        ${
          transferTypeOf(session) !== null &&
          html`
            <button formaction="${at}/transfer" name="outcome" value="succeed">Pay later by bank transfer</button>
            <button formaction="${at}/transfer" name="outcome" value="fail">Pay later by bank transfer that never arrives</button>
          `
        }
        ${session.cancel_url !== null && html`<button formaction="${at}/cancel" formnovalidate>Cancel and go back to the shop</button>`}
      </div>
    </form>
  `;
}

function cardFields(amount: string): Html {
  const { number, expMonth, expYear } = workingCard;
  return html`
    <label for="number">Card number</label>
    <input
      id="number"
      name="number"
      inputmode="numeric"
      autocomplete="off"
      required
      value="${number.replace(/(.{4})(?=.)/g, '$1 ')}"
      aria-describedby="cards"
    />
    <p id="cards" class="quiet">This card pays. Never type a real one here.</p>
    <details>
      <summary>Other cards</summary>
      <dl class="lines">
        ${OTHER_CARDS.map(
          ([card, what]) =>
            html`<div>
              <dt>${card}</dt>
              <dd>${what}</dd>
            </div>`,
        )}
      </dl>
    </details>
    <div class="pair">
      <div>
        <label for="expiry">Expiry (MM/YY)</label>
        <input id="expiry" name="expiry" inputmode="numeric" autocomplete="off" required value="${expMonth}/${expYear % 100}" />
      </div>
      <div>
        <label for="cvc">Security code</label>
        <input id="cvc" name="cvc" inputmode="numeric" autocomplete="off" required value="123" />
      </div>
    </div>
    <div class="stack"><button class="main">Pay ${amount}</button></div>
  `;
}

function ending({ session, isProcessing }: PayView): Html {
  if (session.status === 'expired') {
    return html`
      <section class="card">
        <p>Nothing was charged. Start the checkout in the shop again.</p>
        ${session.cancel_url !== null && html`<a class="button main" href="${session.cancel_url}">Back to the shop</a>`}
      </section>
    `;
  }
  return html`
    <section class="card">
      ${
        isProcessing &&
        html`
          <p>It arrives by itself in a moment, unless the stand-in is set to wait. You can also decide it here.</p>
          <form class="stack" method="post" action="/pay/${session.id}/settle">
            <button name="outcome" value="succeed">Let it arrive now</button>
            <button name="outcome" value="fail">Let it fail now</button>
          </form>
        `
      }
      <p><a class="button main" href="${successAddress(session)}">Back to the shop</a></p>
    </section>
  `;
}

function total(session: Session): string {
  return formatMinor(session.amount_total ?? 0, session.currency ?? 'eur');
}
