import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyRunning } from './backup.ts';
import { startIn, type ThrowAwayPostgres } from './throw-away.ts';

/**
 * A read replica of a throw-away server, by streaming replication: a copy of its files that follows its write-ahead log. Its database, roles and
 * rights are the primary's, and its log has every statement. There is no `pg_basebackup` beside the embedded server, so the copy is made as that would make it.
 */
export function startStandbyOf(primary: ThrowAwayPostgres): Promise<ThrowAwayPostgres> {
  const { hostname, port, username } = new URL(primary.url);
  return startIn(async (data, user) => {
    const inPostgres = new URL(primary.url);
    inPostgres.pathname = '/postgres';
    await copyRunning(inPostgres.toString(), primary.data, data, user);
    // Owned by root is enough: the server reads the one and looks only whether the other is there.
    writeFileSync(join(data, 'standby.signal'), '', { mode: 0o644 });
    const settings = [`primary_conninfo = 'host=${hostname} port=${port} user=${username}'`, `log_statement = 'all'`];
    appendFileSync(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  });
}

/** Delays a standby's replay by this many milliseconds; 0 removes the delay. */
export function delayReplay(standby: ThrowAwayPostgres, ms: number): void {
  appendFileSync(join(standby.data, 'postgresql.auto.conf'), `recovery_min_apply_delay = '${ms}ms'\n`);
  process.kill(Number(readFileSync(join(standby.data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGHUP');
}
