import { Logger } from '@nestjs/common';
import passport from 'passport';
import type { SteamSettings } from '../../../../platform/config/social-settings.ts';
import type { SingleUse } from '../../../../shared/ports.ts';
import type { SocialPerson } from '../../application/social-log-in.ts';
import { cleanName, type Flow, type Query, type SocialAttempt } from './flow.ts';

const NAMESPACE = 'http://specs.openid.net/auth/2.0';
const SELECT = `${NAMESPACE}/identifier_select`;
const TIMEOUT_MS = 10_000;
/** Fields of an answer that must be signed. */
const MUST_BE_SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];
const NONCE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z.{1,235}$/;

/** Steam uses OpenID 2.0 without associations: only Steam can verify its signature, by a call. */
export class SteamLogin extends passport.Strategy {
  private readonly logger = new Logger('social-login');

  constructor(
    private readonly settings: SteamSettings,
    private readonly callbackUrl: string,
    private readonly singleUse: SingleUse,
  ) {
    super();
  }

  override authenticate(request: object): void {
    const { query, flow } = request as SocialAttempt;
    if (!Object.keys(query).some((name) => name.startsWith('openid.'))) return this.redirect(this.loginUrl(flow.state));
    this.personOf(query, flow).then(
      (person) => (person === null ? this.fail() : this.success(person)),
      (error: unknown) => this.error(error),
    );
  }

  private loginUrl(state: string): string {
    const url = new URL(this.settings.openidUrl);
    url.search = new URLSearchParams({
      'openid.ns': NAMESPACE,
      'openid.mode': 'checkid_setup',
      'openid.return_to': this.returnTo(state),
      'openid.realm': new URL(this.callbackUrl).origin,
      'openid.identity': SELECT,
      'openid.claimed_id': SELECT,
    }).toString();
    return url.toString();
  }

  /** Null: the person refused. @throws Error if the answer is invalid or cannot be verified. */
  private async personOf(query: Query, flow: Flow): Promise<SocialPerson | null> {
    if (query['openid.mode'] === 'cancel') return null;
    const providerId = this.claimedId(query, flow);
    if (providerId === null || !(await this.isSigned(query))) throw new Error('The answer in the name of Steam is not one of Steam.');
    // Steam confirms the same assertion repeatedly, so replays must be detected here.
    if (!(await this.singleUse.note(`steam nonce ${query['openid.response_nonce']}`, new Date(flow.endsAt))))
      throw new Error('The answer of Steam was used before.');
    return { provider: 'steam', providerId, username: await this.nameOf(providerId), lastname: '', email: null, isEmailVerified: false };
  }

  /** The Steam id of the answer, if it belongs to this flow. Its age is limited by the flow, whose state is signed. */
  private claimedId(query: Query, { state }: Flow): string | null {
    const claimed = query['openid.claimed_id'] ?? '';
    const number = claimed.startsWith(this.settings.identityPrefix) ? claimed.slice(this.settings.identityPrefix.length) : '';
    const signed = (query['openid.signed'] ?? '').split(',');
    const isWhole =
      query['openid.ns'] === NAMESPACE &&
      query['openid.mode'] === 'id_res' &&
      query['openid.op_endpoint'] === this.settings.openidUrl &&
      query['openid.return_to'] === this.returnTo(state) &&
      query['openid.identity'] === claimed &&
      NONCE.test(query['openid.response_nonce'] ?? '') &&
      MUST_BE_SIGNED.every((name) => signed.includes(name));
    return isWhole && /^\d{17}$/.test(number) ? number : null;
  }

  private async isSigned(query: Query): Promise<boolean> {
    const answer = Object.entries(query).filter(([name]) => name.startsWith('openid.'));
    const response = await fetch(this.settings.openidUrl, {
      method: 'POST',
      body: new URLSearchParams([...answer.filter(([name]) => name !== 'openid.mode'), ['openid.mode', 'check_authentication']]),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    return response.ok && /^is_valid:true$/m.test(await response.text());
  }

  /** Optional: without it the account is called Player. */
  private async nameOf(steamId: string): Promise<string> {
    try {
      const url = new URL(this.settings.summariesUrl);
      url.search = new URLSearchParams({ key: this.settings.apiKey, steamids: steamId }).toString();
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
      const body = (await response.json()) as { response?: { players?: { personaname?: unknown }[] } } | null;
      return cleanName(body?.response?.players?.[0]?.personaname, 'Player');
    } catch {
      this.logger.warn({ message: 'Steam did not tell a name.' });
      return 'Player';
    }
  }

  private returnTo(state: string): string {
    return `${this.callbackUrl}?state=${state}`;
  }
}
