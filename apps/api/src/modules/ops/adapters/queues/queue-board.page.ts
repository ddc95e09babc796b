import { createHash } from 'node:crypto';
import { JOB_STATES, type JobState, type QueueName } from '../../../../shared/ports.ts';
import type { DeadLetter, StaffQueueJob } from '../../application/job-admin.ts';

interface Board {
  readonly counts: ReadonlyMap<QueueName, Readonly<Record<JobState, number>>>;
  readonly failed: readonly StaffQueueJob[];
  readonly delayed: readonly StaffQueueJob[];
  readonly active: readonly StaffQueueJob[];
  readonly mails: readonly DeadLetter[];
  readonly mailCount: number;
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:72rem;padding:1.5rem}
h1{font-size:1.5rem}h2{font-size:1.125rem;margin-top:2rem}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{padding:.375rem .75rem;text-align:left;vertical-align:top;border-bottom:1px solid #8884}td.number{font-variant-numeric:tabular-nums}
td.id{overflow-wrap:anywhere}.bad{font-weight:700}`;

/** Nothing but the one style: no script, no picture, no form, no frame. */
export const BOARD_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The data of `GET /ops/queue` and its lists as a page that reloads itself. Shows ids of jobs and mails, not their data. */
export function boardPage({ counts, failed, delayed, active, mails, mailCount }: Board): string {
  const states = [...counts].map(([queue, count]) =>
    row([text(queue), ...JOB_STATES.map((state) => number(count[state], state === 'failed'))]),
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="15"><title>Queues · Keyturn</title><style>${STYLE}</style></head>
<body>
<h1>Queues</h1>
<p>Reloads every 15 seconds. To retry a job, use <a href="/docs/">Swagger UI</a>, under “Ops · Queue”.</p>
${table('Jobs by state', ['Queue', ...JOB_STATES], states)}
${table('Failed: given up', ['Queue', 'Job', 'Name', 'Tries', 'Last try', 'Reason'], failed.map(jobRow))}
${table('Delayed: wait for their next try or their time', ['Queue', 'Job', 'Name', 'Tries', 'Due', 'Reason'], delayed.map(jobRow))}
${table('Active', ['Queue', 'Job', 'Name', 'Tries', 'Since', 'Reason'], active.map(jobRow))}
${table(
  `Undelivered mails: ${mailCount}`,
  ['Mail', 'Kind', 'State', 'Closed', 'Reason'],
  mails.map((one) => row([id(one.id), text(one.kind), text(one.state), text(one.closedAt.toISOString()), text(one.reason ?? '')])),
)}
</body>
</html>
`;
}

function jobRow({ queue, id: job, name, attempts, mostAttempts, dueAt, lastTryAt, reason }: StaffQueueJob): string {
  const at = dueAt ?? lastTryAt;
  return row([text(queue), id(job), text(name), text(`${attempts} of ${mostAttempts}`), text(at?.toISOString() ?? ''), text(reason ?? '')]);
}

function table(title: string, heads: readonly string[], rows: readonly string[]): string {
  const body =
    rows.length === 0
      ? '<p>None.</p>'
      : `<div class="wide"><table><thead><tr>${heads.map((head) => `<th scope="col">${escaped(head)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  return `<h2>${escaped(title)}</h2>\n${body}`;
}

const row = (cells: readonly string[]) => `<tr>${cells.join('')}</tr>`;
const text = (words: string) => `<td>${escaped(words)}</td>`;
const id = (words: string) => `<td class="id">${escaped(words)}</td>`;
const number = (count: number, isBad: boolean) => `<td class="number${isBad && count > 0 ? ' bad' : ''}">${count}</td>`;

function escaped(words: string): string {
  return words.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
