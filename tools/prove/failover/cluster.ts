import pg from 'pg';
import { promote, receiverOf, setSynchronous, startStandbyOf } from '../../database/standby.ts';
import type { ThrowAwayPostgres } from '../../database/throw-away.ts';
import { eventually } from '../buyer.ts';
import { Proxy } from './proxy.ts';

const LONGEST_MS = 60_000;

/** A primary with a standby behind one address. */
export class Cluster {
  private readonly proxy = new Proxy();
  private readonly started: ThrowAwayPostgres[] = [];
  private primary: ThrowAwayPostgres | null = null;
  private standby: ThrowAwayPostgres | null = null;
  /** A standby's process that was stopped. */
  private receiver: number | null = null;

  /** Makes this server the primary, and answers the URL that leads to whichever is. */
  readonly reach = async (database: ThrowAwayPostgres): Promise<string> => {
    const url = new URL(database.url);
    url.port = String(await this.proxy.start());
    this.primary = database;
    this.proxy.leadTo(portOf(database));
    return url.toString();
  };

  /** Gives the primary a standby that has each commit before its client is told; until it is there, nobody is told. */
  async addStandby(): Promise<void> {
    const primary = this.running;
    await this.setSynchronous(true);
    this.standby = await startStandbyOf(primary, { isDurable: true });
    this.started.push(this.standby);
    await eventually(
      () => rows(primary, 'select pid from pg_stat_replication'),
      (standbys) => standbys.length > 0,
      LONGEST_MS,
    );
  }

  /** A commit of the primary waits for nobody any more, and its standby gets nothing from now on. */
  async separate(): Promise<void> {
    await this.setSynchronous(false);
    this.receiver = receiverOf(this.waiting);
    process.kill(this.receiver, 'SIGSTOP');
  }

  /** The primary's machine is lost, and the standby takes its place. */
  async failOver(): Promise<void> {
    this.running.crash();
    this.proxy.leadTo(null);
    // What it has received and not written is lost with it.
    if (this.receiver !== null) process.kill(this.receiver, 'SIGKILL');
    const next = this.waiting;
    promote(next);
    const isPrimary = () =>
      rows<{ is: boolean }>(next, 'select not pg_is_in_recovery() as is').then(
        ([row]) => row?.is === true,
        () => false,
      );
    await eventually(isPrimary, Boolean, LONGEST_MS, 20);
    this.primary = next;
    this.standby = null;
    this.proxy.leadTo(portOf(next));
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    for (const server of this.started) await server.stop();
  }

  private async setSynchronous(isSynchronous: boolean): Promise<void> {
    setSynchronous(this.running, isSynchronous);
    const names = () => rows<{ names: string }>(this.running, "select current_setting('synchronous_standby_names') as names");
    await eventually(names, ([row]) => (row?.names !== '') === isSynchronous, LONGEST_MS);
  }

  private get running(): ThrowAwayPostgres {
    if (!this.primary) throw new Error('There is no primary.');
    return this.primary;
  }

  private get waiting(): ThrowAwayPostgres {
    if (!this.standby) throw new Error('There is no standby.');
    return this.standby;
  }
}

const portOf = ({ url }: ThrowAwayPostgres) => Number(new URL(url).port);

async function rows<Row extends object>({ url }: ThrowAwayPostgres, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}
