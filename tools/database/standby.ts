import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyRunning } from './backup.ts';
import { startIn, type ThrowAwayPostgres } from './throw-away.ts';

/**
 * A read replica of a throw-away server, by streaming replication: a copy of its files that follows its write-ahead log. Its database, roles and
 * rights are the primary's, and its log has every statement. There is no `pg_basebackup` beside the embedded server, so the copy is made as that would make it.
 */
export function startStandbyOf(primary: ThrowAwayPostgres, { isDurable = false } = {}): Promise<ThrowAwayPostgres> {
  const { hostname, port, username } = new URL(primary.url);
  return startIn(
    async (data, user) => {
      const inPostgres = new URL(primary.url);
      inPostgres.pathname = '/postgres';
      await copyRunning(inPostgres.toString(), primary.data, data, user);
      // Owned by root is enough: the server reads the one and looks only whether the other is there.
      writeFileSync(join(data, 'standby.signal'), '', { mode: 0o644 });
      // The primary's own wish for a standby is copied with its files.
      const settings = [
        `synchronous_standby_names = ''`,
        `primary_conninfo = 'host=${hostname} port=${port} user=${username}'`,
        `log_statement = 'all'`,
      ];
      appendFileSync(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
    },
    { isDurable },
  );
}

/** From now on a commit of the primary, which must be a durable one, returns after a standby has it on its disk, too; or not any more. */
export function setSynchronous(primary: ThrowAwayPostgres, isSynchronous: boolean): void {
  change(primary, `synchronous_standby_names = '${isSynchronous ? '*' : ''}'`);
}

/** Makes a standby a primary of its own. It takes writes as soon as it has applied what it received. */
export function promote(standby: ThrowAwayPostgres): void {
  writeFileSync(join(standby.data, 'promote'), '', { mode: 0o644 });
  process.kill(postmasterOf(standby), 'SIGUSR1');
}

/** The process of a standby that receives what the primary sends. @throws Error where none runs. */
export function receiverOf(standby: ThrowAwayPostgres): number {
  const parent = postmasterOf(standby);
  const isReceiver = (pid: string) => {
    try {
      const [, ppid] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walreceiver');
    } catch {
      return false; // It has ended meanwhile.
    }
  };
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isReceiver(name));
  if (pid === undefined) throw new Error('The standby receives nothing.');
  return Number(pid);
}

/** Delays a standby's replay by this many milliseconds; 0 removes the delay. */
export function delayReplay(standby: ThrowAwayPostgres, ms: number): void {
  change(standby, `recovery_min_apply_delay = '${ms}ms'`);
}

function change(server: ThrowAwayPostgres, setting: string): void {
  appendFileSync(join(server.data, 'postgresql.auto.conf'), `${setting}\n`);
  process.kill(postmasterOf(server), 'SIGHUP');
}

const postmasterOf = ({ data }: ThrowAwayPostgres) => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
