import { html, type Html } from '../http/html.ts';
import type { Address, Mail } from '../store/mails.ts';
import { type SmtpBehaviour, smtpModes } from './smtp.ts';

export const views = ['html', 'text', 'headers', 'source'] as const;
export type View = (typeof views)[number];

const labels: Readonly<Record<View, string>> = { html: 'HTML', text: 'Text', headers: 'Headers', source: 'Source' };

/** What each answer of the mail server means, shown where one is chosen. */
const modeLabels: Readonly<Record<SmtpBehaviour['mode'], string>> = {
  ok: 'takes every mail',
  defer: 'refuses for now (451)',
  reject: 'refuses for good (550)',
  greylist: 'refuses the first try of each address (451)',
  away: 'takes no connection',
  drop: 'drops the connection',
  'lost-answer': 'takes it, and its answer is lost',
};

export function listPage(mails: readonly Mail[], smtp: SmtpBehaviour): Html {
  return html`
    <header class="notice">Mailbox for development: nothing here leaves this machine.</header>
    <main class="wide">
      <h1>Mailbox</h1>
      <div class="row">
        <a class="button" href="/">Look again</a>
        <form method="post" action="/delete-all"><button>Delete all</button></form>
        <form class="row" method="post" action="/smtp">
          <label>
            The mail server
            <select name="mode">
              ${smtpModes.map((mode) => (mode === smtp.mode ? html`<option value="${mode}" selected>${modeLabels[mode]}</option>` : html`<option value="${mode}">${modeLabels[mode]}</option>`))}
            </select>
          </label>
          <label>for <input name="recipients" placeholder="every address" value="${smtp.recipients?.join(', ') ?? ''}" /></label>
          <button>Set</button>
        </form>
      </div>
      <section class="card">
        ${
          mails.length === 0
            ? html`<p class="quiet">No mail yet.</p>`
            : html`<div class="scroll">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">Subject</th>
                      <th scope="col">To</th>
                      <th scope="col">From</th>
                      <th scope="col">Came in</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${mails.map(
                      (mail) => html`
                        <tr>
                          <td><a href="/mail/${mail.id}">${mail.subject === '' ? '(no subject)' : mail.subject}</a></td>
                          <td>${mail.envelope.to.join(', ')}</td>
                          <td>${people(mail.from)}</td>
                          <td><time datetime="${mail.receivedAt}">${moment(mail.receivedAt)}</time></td>
                        </tr>
                      `,
                    )}
                  </tbody>
                </table>
              </div>`
        }
      </section>
    </main>
  `;
}

export function mailPage(mail: Mail, view: View, source: string): Html {
  return html`
    <header class="notice">Mailbox for development: nothing here leaves this machine.</header>
    <main class="wide">
      <p><a href="/">All mails</a></p>
      <h1>${mail.subject === '' ? '(no subject)' : mail.subject}</h1>
      <p class="quiet">
        From ${people(mail.from)} to ${mail.envelope.to.join(', ')},
        <time datetime="${mail.receivedAt}">${moment(mail.receivedAt)}</time>
      </p>
      <nav aria-label="Views of this mail">
        <ul>
          ${views.map(
            (each) =>
              html`<li>
                ${each === view ? html`<a href="/mail/${mail.id}?view=${each}" aria-current="page">${labels[each]}</a>` : html`<a href="/mail/${mail.id}?view=${each}">${labels[each]}</a>`}
              </li>`,
          )}
        </ul>
      </nav>
      <section class="card">${content(mail, view, source)}</section>
      ${mail.attachments.length > 0 && attachments(mail)}
    </main>
  `;
}

function content(mail: Mail, view: View, source: string): Html {
  if (view === 'source') return html`<pre>${source}</pre>`;
  if (view === 'text') return mail.text === '' ? html`<p class="quiet">This mail has no text part.</p>` : html`<pre>${mail.text}</pre>`;
  if (view === 'headers') {
    return html`
      <table>
        <tbody>
          ${Object.entries(mail.headers).map(
            ([name, value]) => html`
              <tr>
                <th scope="row">${name}</th>
                <td>${typeof value === 'string' ? value : value.join(' | ')}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    `;
  }
  if (mail.html === '') return html`<p class="quiet">This mail has no HTML part.</p>`;
  return html`<iframe
    title="The mail as the reader sees it"
    src="/mail/${mail.id}/html"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
  ></iframe>`;
}

function attachments(mail: Mail): Html {
  return html`
    <section class="card" aria-labelledby="attachments">
      <h2 id="attachments">Attachments</h2>
      <ul>
        ${mail.attachments.map(
          ({ filename, mimeType, size }, index) =>
            html`<li>
              <a href="/mail/${mail.id}/attachments/${index}">${filename ?? `attachment ${index + 1}`}</a> (${mimeType}, ${size} bytes)
            </li>`,
        )}
      </ul>
    </section>
  `;
}

function people(all: readonly Address[]): string {
  return all.map(({ address, name }) => (name === '' ? address : `${name} <${address}>`)).join(', ');
}

function moment(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}
