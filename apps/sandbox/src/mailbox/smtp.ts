import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import type { Mails } from '../store/mails.ts';
import type { Settings } from '../store/settings.ts';
import { parseMail } from './parse.ts';

const LARGEST_BYTES = 20 * 1024 * 1024;
const CLOSE_WITHIN_MS = 300;

export const smtpModes = ['ok', 'defer', 'reject', 'greylist', 'away', 'drop', 'lost-answer'] as const;

export interface SmtpBehaviour {
  /**
   * `defer`: 451. `reject`: 550. `greylist`: 451 to the first try of each address. `away`: connections are closed at once. `drop`: the connection breaks within the mail, and nothing is stored. `lost-answer`: stored, and the connection breaks
   * before the answer.
   */
  readonly mode: (typeof smtpModes)[number];
  /** Only these addresses are treated so; null: all. */
  readonly recipients: readonly string[] | null;
  /** How many messages or recipients are still treated so; null: all. */
  readonly times: number | null;
  /** Milliseconds before a message is answered. */
  readonly delayMs: number;
}

const friendly: SmtpBehaviour = { mode: 'ok', recipients: null, times: null, delayMs: 0 };

export function smtpBehaviour(settings: Settings): SmtpBehaviour {
  return settings.read('smtp', friendly);
}

export function setSmtpBehaviour(settings: Settings, change: Partial<SmtpBehaviour>): SmtpBehaviour {
  return settings.write('smtp', { ...friendly, ...change });
}

/** A real SMTP server that accepts every message, unless set otherwise. */
export function smtpServer({ mails, settings }: { mails: Mails; settings: Settings }): SMTPServer {
  /** Addresses whose first try was put off. */
  const known = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    // Without a certificate of its own, offering encryption would only offer a published key.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_BYTES,
    rejectOversized: true,
    banner: 'Keyturn mailbox for development',
    closeTimeout: CLOSE_WITHIN_MS,
    // Open connections end as new ones do.
    onConnect: (session, callback) => (isAway(settings) ? hangUp(session) : callback()),
    onMailFrom: (_address, session, callback) => (isAway(settings) ? hangUp(session) : callback()),
    onRcptTo({ address }, _session, callback) {
      const { mode } = smtpBehaviour(settings);
      const refuses = mode === 'defer' || mode === 'reject' || (mode === 'greylist' && !known.has(address));
      const isRefused = refuses && useUpBehaviour(settings, [address]);
      if (mode === 'greylist') known.add(address);
      if (!isRefused) callback();
      else callback(mode === 'reject' ? refusal(550, 'No such mailbox') : refusal(451, 'Try again later'));
    },
    onData(stream, session, callback) {
      receive(stream, session).then(
        () => callback(),
        (error: Error) => callback(error),
      );
    },
  });

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const to = session.envelope.rcptTo.map(({ address }) => address);
    const { mode, delayMs } = smtpBehaviour(settings);
    const isCut = (mode === 'drop' || mode === 'lost-answer') && useUpBehaviour(settings, to);
    const chunks: Buffer[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (isCut && mode === 'drop') return hangUp(session);
      if (!stream.sizeExceeded) chunks.push(chunk);
    }
    if (stream.sizeExceeded) return;
    const source = Buffer.concat(chunks);
    const receivedAtMs = Date.now();
    const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
    mails.add({ from, to }, await parseMail(source, receivedAtMs), source, receivedAtMs);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (isCut) hangUp(session);
  }

  function hangUp({ id }: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.session.id === id) connection._socket.destroy();
  }

  // Ignored: a client that breaks the connection.
  server.on('error', () => undefined);
  return server;
}

/** Whether the set behaviour applies to any of these addresses, or to a connection (null); counts it. */
function useUpBehaviour(settings: Settings, addresses: readonly string[] | null): boolean {
  const behaviour = smtpBehaviour(settings);
  const named = behaviour.recipients?.map((address) => address.toLowerCase());
  if (named && addresses && !addresses.some((address) => named.includes(address.toLowerCase()))) return false;
  if (behaviour.times === null) return true;
  if (behaviour.times < 1) return false;
  setSmtpBehaviour(settings, { ...behaviour, times: behaviour.times - 1 });
  return true;
}

const isAway = (settings: Settings) => smtpBehaviour(settings).mode === 'away' && useUpBehaviour(settings, null);

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
