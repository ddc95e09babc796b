import type { ExportedData } from '../../../shared/personal-data.ts';

/** What is in the JSON file alone: it cannot be read. */
const UNREADABLE = new Set(['fileInBase64']);

/** All that is stored about a person as a page of its own, without script and without addresses of others. */
export function dataPage(data: ExportedData, at: Date): string {
  const parts = Object.entries(data).map(
    ([subject, rows]) => `<h2>${escaped(inWords(subject))}</h2>\n${rows.map((row) => rowOf(row)).join('\n')}`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Your data</title>
<style>body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;margin:0 0 1rem}
th,td{border:1px solid #bbb;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}pre{margin:0;white-space:pre-wrap}</style>
</head>
<body>
<h1>Your data</h1>
<p>All that this shop stores about you, as of ${escaped(at.toISOString())}. Keys are on the pages of your orders.</p>
${parts.length === 0 ? '<p>Nothing is stored about you.</p>' : parts.join('\n')}
</body>
</html>
`;
}

function rowOf(row: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(row)
    .filter(([name, value]) => !UNREADABLE.has(name) && value !== null)
    .map(([name, value]) => `<tr><th>${escaped(inWords(name))}</th><td>${shown(value)}</td></tr>`);
  return `<table>${lines.join('')}</table>`;
}

function shown(value: unknown): string {
  if (value instanceof Date) return escaped(value.toISOString());
  if (typeof value === 'object') return `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;
  return escaped(String(value));
}

/** `contactMessages` as `Contact messages`. */
function inWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
