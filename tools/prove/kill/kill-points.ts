import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { stepOf } from './steps.ts';

/**
 * Loaded into a process before its own code (`--import`): the process kills itself just before it sends, or just after it was told of, the
 * commit that the campaign has armed. `KILL_POINTS`: the folder in which the campaign does so.
 */
const folder = process.env.KILL_POINTS;

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

if (folder !== undefined) {
  const inTransaction = new WeakMap<pg.Client, string>();
  const query = pg.Client.prototype.query as Query;
  const watched: Query = function (...given) {
    const text = textOf(given[0]);
    const before = inTransaction.get(this);
    if (/^(begin|start transaction)/i.test(text)) inTransaction.set(this, '');
    else if (/^(commit|rollback)$/i.test(text)) inTransaction.delete(this);
    else if (before !== undefined) inTransaction.set(this, `${before} ${text}`);
    const isCommit = /^commit$/i.test(text);
    const step = before === undefined || isCommit ? stepOf(isCommit ? (before ?? '') : text) : undefined;
    if (step !== undefined) dieAt(folder, `before ${step}`);
    const answer = query.apply(this, given);
    if (step === undefined || !(answer instanceof Promise)) return answer;
    return answer.then((result: unknown) => {
      dieAt(folder, `after ${step}`);
      return result;
    });
  };
  pg.Client.prototype.query = watched as typeof pg.Client.prototype.query;
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '');
}

/** One process alone dies: the one that can still rename what is armed. */
function dieAt(where: string, moment: string): void {
  try {
    if (readFileSync(join(where, 'armed'), 'utf8') !== moment) return;
    renameSync(join(where, 'armed'), join(where, `hit-${process.pid}`));
  } catch {
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}
