import { StripeRefusal } from './error.ts';

/** The secret key of a request, by bearer or basic authentication: it stands for the account. @throws StripeRefusal 401 */
export function accountOf(authorization: string | undefined): string {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  const key = /^basic$/i.test(scheme)
    ? (Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '')
    : /^bearer$/i.test(scheme)
      ? value
      : '';
  if (key === '') {
    throw refused(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth ' +
        "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details.",
    );
  }
  if (!/^sk_\w{3,}$/.test(key)) throw refused(`Invalid API Key provided: ${masked(key)}`);
  return key;
}

function refused(message: string): StripeRefusal {
  return new StripeRefusal(message, { status: 401, isKept: false });
}

function masked(key: string): string {
  return key.length <= 8 ? '*'.repeat(key.length) : `${key.slice(0, 4)}${'*'.repeat(key.length - 8)}${key.slice(-4)}`;
}
