import { createHash } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import { OPS_TASKS } from './ops-tasks.ts';

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:48rem;padding:1.5rem}
h1{font-size:1.5rem}h2{font-size:1.125rem;margin-top:2rem}li{margin:.375rem 0}code{font-family:ui-monospace,monospace}`;

/** Only the inline style: no script, no picture, no form, no frame. */
export const TASKS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
}

/** The tasks of the staff as a page, each step with a link that opens its operation in Swagger UI. @throws for a step that names no operation */
export function tasksPage({ paths }: Pick<OpenAPIObject, 'paths'>): string {
  const operations = new Map<string, { address: string; link: string }>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId = '', tags: [tag = ''] = [] }] of Object.entries(methods as Record<string, Operation>))
      operations.set(operationId, {
        address: `${method.toUpperCase()} ${path}`,
        link: `./#/${encodeURIComponent(tag)}/${encodeURIComponent(operationId)}`,
      });
  const step = ([what, operationId]: (typeof OPS_TASKS)[number]['steps'][number]) => {
    if (operationId === undefined) return `<li>${text(what)}</li>`;
    const operation = operations.get(operationId);
    if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
    return `<li>${text(what)}<br><a href="${escaped(operation.link)}"><code>${escaped(operation.address)}</code></a></li>`;
  };
  const tasks = OPS_TASKS.map(({ title, steps }) => `<h2>${text(title)}</h2>\n<ol>\n${steps.map(step).join('\n')}\n</ol>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>By task · Keyturn</title><style>${STYLE}</style></head>
<body>
<h1>By task</h1>
<p>What the staff is asked to do most, step by step. A link opens the operation in <a href="./">Swagger UI</a>: press Authorize there once and enter your ops key. Whatever changes something needs a <code>reason</code>, which is empty at first and stands in the audit log: an example is refused as it stands.</p>
${tasks.join('\n')}
</body>
</html>
`;
}

function escaped(words: string): string {
  return words.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Words between backquotes are code. */
function text(words: string): string {
  return escaped(words).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
