import { appendFileSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Armed, isRunning } from './kills.ts';
import { stepOf, withKinds, writesOf } from './steps.ts';

/**
 * Loaded into a process before its own code (`--import`): the process kills itself, or another one, just before it sends, or just after it was
 * told of, the commit that the campaign has armed. Commits that are no step are written down. `KILL_POINTS`: the folder of the campaign.
 */
const folder = process.env.KILL_POINTS;

const LONGEST_DEATH_MS = 5000;
/** PostgreSQL's processes end when they find that the first one is gone. */
const SERVERS_OWN_PROCESSES_MS = 100;

type Result = Pick<pg.QueryResult, 'rowCount'>;
type Query = (this: pg.Client, ...given: unknown[]) => unknown;

if (folder !== undefined) {
  const inTransaction = new WeakMap<pg.Client, string>();
  const query = pg.Client.prototype.query as Query;
  const watched: Query = function (...given) {
    const text = withKinds(textOf(given[0]), given[1]);
    const before = inTransaction.get(this);
    if (/^(begin|start transaction)/i.test(text)) inTransaction.set(this, '');
    else if (/^(commit|rollback)$/i.test(text)) inTransaction.delete(this);
    const isCommit = /^commit$/i.test(text);
    const committed = isCommit ? (before ?? '') : before === undefined ? text : '';
    const step = stepOf(committed);
    if (step === undefined) writeDown(folder, 'other-commits', writesOf(committed));
    const isServerDead = step !== undefined && killAt(folder, `before ${step}`);
    const answer = query.apply(this, given);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result: Result) => {
      if (isServerDead) writeDown(folder, 'too-late', `before ${step}`);
      const open = inTransaction.get(this);
      if (open !== undefined && hasEffect(text, result)) inTransaction.set(this, `${open} ${text}`);
      // Before it, nobody knows whether a statement of its own changes a row.
      if (step !== undefined && (isCommit || hasEffect(text, result))) killAt(folder, `after ${step}`);
      return result;
    });
  };
  pg.Client.prototype.query = watched as typeof pg.Client.prototype.query;
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '');
}

/** What changes no row is no part of a commit. How many rows the first parts of a WITH change is not told. */
const hasEffect = (text: string, { rowCount }: Result) => /^\s*with\b/i.test(text) || (rowCount ?? 0) > 0;

/** One process alone kills: the one that can still rename what is armed. Answers whether it has killed the server. */
function killAt(where: string, moment: string): boolean {
  let armed: Armed;
  try {
    armed = JSON.parse(readFileSync(join(where, 'armed'), 'utf8')) as Armed;
    if (armed.moment !== moment) return false;
    renameSync(join(where, 'armed'), join(where, `hit-${process.pid}`));
  } catch {
    return false;
  }
  const { pid = process.pid, victim } = armed;
  try {
    process.kill(pid, 'SIGKILL');
    waitUntilGone(pid);
  } catch (error) {
    writeDown(where, 'too-late', `${moment}: ${String(error)}`);
  }
  return victim === 'postgresql';
}

/** The statement that comes next must not reach who is still dying. Blocks this process. */
function waitUntilGone(pid: number): void {
  const pause = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  for (let waited = 0; waited < LONGEST_DEATH_MS && isRunning(pid); waited += 10) pause(10);
  pause(SERVERS_OWN_PROCESSES_MS);
}

const known = new Set<string>();

/** Each line once a process. */
function writeDown(where: string, file: string, line: string): void {
  if (line === '' || known.has(line)) return;
  known.add(line);
  appendFileSync(join(where, file), `${line}\n`);
}
