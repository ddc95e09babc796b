import PostalMime, { type Address as ParsedAddress, type Attachment as ParsedAttachment } from 'postal-mime';
import type { Address, ParsedMail } from '../store/mails.ts';

export interface AttachmentContent {
  readonly filename: string | null;
  readonly mimeType: string;
  readonly content: Buffer;
}

/** Parses a message; one that cannot be parsed is stored as text. */
export async function parseMail(source: Buffer, receivedAtMs: number): Promise<ParsedMail> {
  const date = (text: string | undefined) =>
    new Date(text !== undefined && !Number.isNaN(Date.parse(text)) ? text : receivedAtMs).toISOString();
  try {
    const mail = await PostalMime.parse(source);
    return {
      from: addresses(mail.from ? [mail.from] : []),
      to: addresses(mail.to ?? []),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      date: date(mail.date),
      messageId: mail.messageId ?? null,
      headers: headers(mail.headers),
      attachments: mail.attachments.map((attachment) => {
        const { filename, mimeType, contentId = null } = attachment;
        return { filename, mimeType, contentId: contentId && contentId.replace(/^<|>$/g, ''), size: bytes(attachment).length };
      }),
    };
  } catch {
    const text = source.toString('utf8');
    return {
      from: [],
      to: [],
      subject: '(unreadable message)',
      text,
      html: '',
      date: date(undefined),
      messageId: null,
      headers: {},
      attachments: [],
    };
  }
}

export async function attachmentOf(source: Uint8Array, index: number): Promise<AttachmentContent | null> {
  const { attachments } = await PostalMime.parse(source);
  const found = attachments[index];
  return found ? { filename: found.filename, mimeType: found.mimeType, content: bytes(found) } : null;
}

function addresses(parsed: readonly ParsedAddress[]): Address[] {
  return parsed.flatMap(({ address, name, group }) => (group ? addresses(group) : [{ address: address ?? '', name }]));
}

function headers(parsed: readonly { key: string; value: string }[]): ParsedMail['headers'] {
  const all = Object.groupBy(parsed, ({ key }) => key);
  return Object.fromEntries(
    Object.entries(all).map(([key, entries = []]) => {
      const values = entries.map(({ value }) => value);
      return [key, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function bytes({ content }: ParsedAttachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
}
