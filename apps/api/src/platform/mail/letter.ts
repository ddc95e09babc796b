const style = {
  page: 'margin:0;padding:0;background:#F2F5F7;color:#10161F;font-family:Arial,Helvetica,sans-serif;',
  card: 'width:100%;max-width:600px;background:#FFFFFF;border-radius:14px;',
  cell: 'padding:24px 28px;',
  heading: 'margin:0 0 12px;font-size:24px;line-height:1.25;color:#10161F;',
  text: 'margin:0 0 12px;font-size:16px;line-height:1.55;color:#10161F;',
  small: 'margin:0;font-size:13px;line-height:1.5;color:#4A5666;',
  button:
    'display:inline-block;padding:14px 24px;border-radius:10px;background:#0A7358;color:#FFFFFF;font-size:16px;font-weight:bold;text-decoration:none;',
} as const;

/** Receivers that follow the system's dark mode get it; the rest of the palette survives a forced inversion. */
const darkMode = `@media (prefers-color-scheme: dark) {
  .page { background: #0A0D12 !important; } .card { background: #18202B !important; }
  .ink { color: #F3F6FA !important; } .soft { color: #B6C1CF !important; }
  .box { background: #11161E !important; color: #F3F6FA !important; border-color: #2FE0B2 !important; }
}`;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function paragraph(text: string): string {
  return `<p class="ink" style="${style.text}">${escapeHtml(text)}</p>`;
}

export function smallPrint(text: string): string {
  return `<p class="soft" style="${style.small}">${escapeHtml(text)}</p>`;
}

/** The one button of a mail, with the host that it leads to named below. */
export function button(label: string, address: string): string {
  return `<p style="margin:20px 0 4px"><a href="${escapeHtml(address)}" style="${style.button}">${escapeHtml(label)}</a></p>${smallPrint(`Leads to ${new URL(address).host}`)}`;
}

/** The frame of every mail of the shop: one column of 600 px, tables and inline styles, no web font, no script. */
export function letterHtml({ title, preheader, body }: { title: string; preheader: string; body: string }): string {
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
<p class="ink" style="margin:0 0 20px;font-size:18px;font-weight:bold;color:#0A7358">Keyturn</p>
<h1 class="ink" style="${style.heading}">${escapeHtml(title)}</h1>
${body}
</td></tr></table>
</td></tr></table>
</body>
</html>`;
}
