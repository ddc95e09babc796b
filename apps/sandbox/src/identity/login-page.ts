import { html, type Html } from '../http/html.ts';
import { people } from './people.ts';

/** The page of the other site. `hidden` goes back with every button; `action` is where. */
export function loginPage({
  site,
  shop,
  action,
  hidden,
}: {
  site: string;
  shop: string;
  action: string;
  hidden: Record<string, string>;
}): Html {
  const fields = Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
  return html`
    <header class="notice">Stand-in for ${site}: nobody real logs in here.</header>
    <main>
      <h1>Log in with ${site}</h1>
      <p class="quiet">${shop} wants to know who you are.</p>
      <form class="card stack" method="post" action="${action}">
        ${fields}
        ${people.map(
          ({ id, givenName, familyName, email, isEmailVerified }) => html`
            <button class="main" name="person" value="${id}">
              Continue as ${givenName} ${familyName} (${email}${isEmailVerified ? '' : ', not checked'})
            </button>
          `,
        )}
        <button name="refuse" value="yes">Refuse</button>
      </form>
      <form class="card" method="post" action="${action}" aria-labelledby="else">
        <h2 id="else">Somebody else</h2>
        ${fields}
        <label for="name">Name</label>
        <input id="name" name="name" autocomplete="off" />
        <label for="email">E-mail</label>
        <input id="email" name="email" type="email" required autocomplete="off" />
        <p>
          <label><input type="checkbox" name="verified" checked /> ${site} has checked the address</label>
        </p>
        <div class="stack"><button class="main">Continue</button></div>
      </form>
    </main>
  `;
}
