import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.ts';
import { escapeHtml, type MailPart } from './mail-parts.ts';

const style = {
  page: 'margin:0;padding:0;background:#F2F5F7;color:#10161F;font-family:Arial,Helvetica,sans-serif;',
  card: 'width:100%;max-width:600px;background:#FFFFFF;border-radius:14px;',
  cell: 'padding:24px 28px;',
  name: 'margin:0 0 20px;font-size:18px;font-weight:bold;color:#0A7358',
  heading: 'margin:0 0 12px;font-size:24px;line-height:1.25;color:#10161F;',
  foot: 'margin:0;font-size:12px;line-height:1.5;color:#4A5666;',
} as const;

export const DARK_SCHEME = '(prefers-color-scheme: dark)';

/** For mail programs with dark mode; the other colors stay readable when a program inverts them. */
const darkMode = `@media ${DARK_SCHEME} {
  .page { background: #0A0D12 !important; } .card { background: #18202B !important; }
  .ink { color: #F3F6FA !important; } .soft { color: #B6C1CF !important; } .name, .link { color: #2FE0B2 !important; }
  .box { background: #11161E !important; color: #F3F6FA !important; border-color: #2FE0B2 !important; }
}`;

export interface MailContent {
  readonly subject: string;
  readonly title: string;
  /** Shown on locked screens, as the subject is: nothing secret. */
  readonly preheader: string;
  readonly parts: readonly MailPart[];
  /** External pages that a mail to staff may link to, by their exact address; none for other mails. */
  readonly staffLinks?: readonly string[];
}

/** The layout of every mail: light by default, one column of 600 px, tables and inline styles, no web font, no script. */
@Injectable()
export class MailLayout {
  constructor(private readonly config: Config) {}

  /** A link into the shop. `path` starts with a slash. */
  link(path: string): string {
    return `${this.config.storefrontOrigin}${path}`;
  }

  /** @throws Error for a link that leads outside the shop, or a second button: that is an error of a template. */
  compose({ subject, title, preheader, parts, staffLinks = [] }: MailContent): { subject: string; html: string; text: string } {
    const html = this.page(title, preheader, parts.map((part) => part.html).join('\n'));
    const links = [...html.matchAll(/\shref="([^"]*)"/g)].map(([, address = '']) => address);
    const admitted = new Set(staffLinks.flatMap((page) => [page, escapeHtml(page)]));
    // Mail programs also turn addresses in plain text into links.
    const own = [subject, title, preheader, ...parts.filter(({ isQuoted }) => !isQuoted).map((part) => part.text)].join('\n');
    const named = [...own.matchAll(/[a-z][a-z\d+.-]*:\/\/[^\s<>"]+|mailto:[^\s<>"]+/gi)].map(([address]) => address);
    if ([...links, ...named].some((address) => !this.isOurs(address) && !admitted.has(address)))
      throw new Error('A mail may link to the shop only.');
    if (html.split('<a class="button"').length > 2) throw new Error('A mail has one button.');
    const text = [title, ...parts.map((part) => part.text), '--', `Keyturn, ${this.link('/home')}`].join('\n\n');
    return { subject, html, text };
  }

  private isOurs(address: string): boolean {
    return address.startsWith(`${this.config.storefrontOrigin}/`) || address === `mailto:${this.config.supportEmail}`;
  }

  private page(title: string, preheader: string, body: string): string {
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${darkMode}</style>
</head>
<body class="page" style="${style.page}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#F2F5F7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" cellpadding="0" cellspacing="0" style="${style.card}"><tr><td style="${style.cell}">
<p class="name" style="${style.name}">Keyturn</p>
<h1 class="ink" style="${style.heading}">${escapeHtml(title)}</h1>
${body}
</td></tr></table>
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px"><tr><td align="center" style="padding:16px 12px 0">
<p class="soft" style="${style.foot}">Keyturn · Digital keys, by e-mail</p>
</td></tr></table>
</td></tr></table>
</body>
</html>`;
  }
}
