/** A part of a mail as HTML (with inline styles) and as plain text. */
export interface MailPart {
  readonly html: string;
  readonly text: string;
  /** Quoted text of a person or of the catalogue: it may contain addresses, which are not links of the mail. */
  readonly isQuoted?: true;
}

/** The name for a greeting: ", Ada", or empty if it could become a link, because anybody may order with somebody else's address. */
export function commaName(name: string): string {
  return /[:/@\\]|\S\.\p{L}{2,}/u.test(name) ? '' : `, ${name}`;
}

const style = {
  text: 'margin:0 0 12px;font-size:16px;line-height:1.55;color:#10161F;',
  small: 'margin:0 0 6px;font-size:13px;line-height:1.5;color:#4A5666;',
  heading: 'margin:24px 0 8px;font-size:18px;line-height:1.3;color:#10161F;',
  list: 'margin:0 0 8px;padding-left:22px;font-size:15px;line-height:1.55;color:#10161F;',
  quote:
    'margin:12px 0;padding:12px 14px;background:#EEF3F6;border-left:3px solid #0A7358;color:#10161F;font-size:15px;line-height:1.55;white-space:pre-wrap;word-break:break-word;',
  button:
    'display:inline-block;padding:14px 24px;border-radius:10px;background:#0A7358;color:#FFFFFF;font-size:16px;font-weight:bold;text-decoration:none;',
  link: 'color:#0A7358;text-decoration:underline;',
  label: 'padding:4px 0;font-size:15px;font-weight:normal;color:#4A5666',
  value: 'padding:4px 0;font-size:15px;color:#10161F',
  secret:
    'display:block;margin:6px 0;padding:12px 14px;background:#EEF3F6;border:1px dashed #0A7358;border-radius:8px;color:#10161F;font-family:Consolas,Menlo,monospace;font-size:20px;line-height:1.4;white-space:pre-wrap;word-break:break-all;',
} as const;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function paragraph(text: string): MailPart {
  return { html: `<p class="ink" style="${style.text}">${escapeHtml(text)}</p>`, text };
}

export function smallPrint(text: string): MailPart {
  return { html: `<p class="soft" style="${style.small}">${escapeHtml(text)}</p>`, text };
}

/** A part with text of the catalogue. */
export function quoted(part: MailPart): MailPart {
  return { ...part, isQuoted: true };
}

export function heading(text: string): MailPart {
  return { html: `<h2 class="ink" style="${style.heading}">${escapeHtml(text)}</h2>`, text };
}

/** Numbered steps. */
export function steps(entries: readonly string[]): MailPart {
  return {
    html: `<ol class="ink" style="${style.list}">${entries.map((entry) => `<li>${escapeHtml(entry)}</li>`).join('')}</ol>`,
    text: entries.map((entry, index) => `${index + 1}. ${entry}`).join('\n'),
    isQuoted: true,
  };
}

/** Text of a person, with its line ends. */
export function quote(text: string): MailPart {
  return {
    html: `<div class="box" style="${style.quote}">${escapeHtml(text)}</div>`,
    text: text.replace(/^/gm, '> '),
    isQuoted: true,
  };
}

/** Something to copy: a key, a login. One box each. */
export function secretBox(text: string): MailPart {
  const indented = text.replaceAll(/^/gm, '  ');
  return { html: `<code class="box" style="${style.secret}">${escapeHtml(text)}</code>`, text: indented, isQuoted: true };
}

/** The one button of a mail, with the host of its link below. */
export function button(label: string, address: string): MailPart {
  const host = smallPrint(`Leads to ${new URL(address).host}`);
  return {
    html: `<p style="margin:20px 0 4px"><a class="button" href="${escapeHtml(address)}" style="${style.button}">${escapeHtml(label)}</a></p>${host.html}`,
    text: `${label}: ${address}`,
  };
}

/** A secondary link beside the button. */
export function sideLink(label: string, address: string): MailPart {
  return {
    html: `<p class="soft" style="${style.small}"><a class="link" href="${escapeHtml(address)}" style="${style.link}">${escapeHtml(label)}</a></p>`,
    text: `${label}: ${address}`,
  };
}

/** Label and value, a row each. */
export function facts(rows: readonly (readonly [string, string])[]): MailPart {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th class="soft" align="left" style="${style.label}">${escapeHtml(label)}</th><td class="ink" align="right" style="${style.value}">${escapeHtml(value)}</td></tr>`,
  );
  return {
    html: `<table width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0 0;border-top:1px solid #D5DCE4">${cells.join('')}</table>`,
    text: rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
    isQuoted: true,
  };
}

/** A product with its cover, linked to its page. */
export function item(product: { name: string; page: string; cover: string; about: string }): MailPart {
  return {
    html: `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:16px 0 8px"><tr>
<td width="72" valign="top" style="padding-right:16px"><img src="${escapeHtml(product.cover)}" width="72" height="96" alt="" style="display:block;border-radius:8px"></td>
<td valign="top"><p style="margin:0 0 4px;font-size:16px;font-weight:bold"><a class="ink" href="${escapeHtml(product.page)}" style="color:#10161F;text-decoration:none">${escapeHtml(product.name)}</a></p>
${smallPrint(product.about).html}</td>
</tr></table>`,
    text: `${product.name} (${product.about})`,
    isQuoted: true,
  };
}
