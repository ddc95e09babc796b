import pg from 'pg';
import { withSecretFiles } from '../../apps/api/src/platform/config/secret-files.ts';
import { databaseHome } from '../database/database-home.ts';
import { postgresChild, prepareCluster } from '../database/embedded-postgres.ts';
import { Failure } from '../shared/failure.ts';
import { shown } from '../shared/paths.ts';
import type { Settings } from './settings.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';

/** Starts the embedded server, or checks that the person's own one answers.
 * @returns where the data are, for people.
 * @throws Failure in one sentence. */
export async function bringUpDatabase(settings: Settings, supervisor: Supervisor): Promise<string> {
  if (settings.isDatabaseEmbedded) {
    const home = databaseHome();
    const cluster = { native: home.native, data: home.data, user: home.user, port: settings.ports.database, isThrowAway: false };
    await prepareCluster(cluster);
    await supervisor.start(postgresChild(cluster));
    return shown(home.data);
  }
  const { environment, problems } = withSecretFiles(settings.environment);
  if (problems.length > 0) throw new Failure(problems.join('\n'));
  const connectionString = environment.DATABASE_URL ?? '';
  if (!URL.canParse(connectionString)) throw new Failure('DATABASE_URL must be an address like postgres://user:password@host:5432/name.');
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const reason =
      error instanceof AggregateError
        ? error.errors.map((each: Error) => each.message).join(', ')
        : error instanceof Error
          ? error.message
          : String(error);
    throw new Failure(`The PostgreSQL that DATABASE_URL names does not let the shop in: ${reason}`);
  } finally {
    await client.end().catch(() => undefined);
  }
  return `${client.host}:${client.port}, by DATABASE_URL`;
}
