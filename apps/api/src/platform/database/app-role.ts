import pg from 'pg';

/** The tables that prove what the staff did and who saw which key: added to and read, and changed by functions of the owner alone. */
const EVIDENCE = ['audit_line', 'key_reveal'];
/** The migrations that have run: for the owner to write. */
const MIGRATIONS = 'migration';
const SCHEMAS = ['public', 'bullmq'];
/** The first version with a privilege for VACUUM and ANALYZE, which an import ends with. */
const HAS_MAINTAIN = 170_000;

export interface AppRole {
  readonly name: string;
  /** Null: the role exists, and keeps its own. */
  readonly password: string | null;
}

/**
 * Makes the role of API, workers and commands where there is none, and gives it what they need: rows, and no DDL. A process that somebody takes
 * over can drop, alter or disable nothing, and cannot change the evidence. Idempotent; runs as the owner after each run of migrations, for the
 * tables and queues that these have made.
 */
export async function grantAppRole(owner: pg.Client, { name, password }: AppRole): Promise<void> {
  const role = pg.escapeIdentifier(name);
  const { rows: known } = await owner.query('select from pg_roles where rolname = $1', [name]);
  if (known.length === 0) await owner.query(`create role ${role} login nosuperuser nocreatedb nocreaterole noreplication`);
  if (password !== null) await owner.query(`alter role ${role} password ${pg.escapeLiteral(password)}`);
  const { rows: schemas } = await owner.query<{ name: string }>('select nspname as name from pg_namespace where nspname = any($1)', [
    SCHEMAS,
  ]);
  const { rows: versions } = await owner.query<{ number: number }>(`select current_setting('server_version_num')::int as number`);
  const rights = ['select', 'insert', 'update', 'delete', ...((versions[0]?.number ?? 0) >= HAS_MAINTAIN ? ['maintain'] : [])];
  await owner.query('begin');
  try {
    for (const schema of schemas.map(({ name: schemaName }) => pg.escapeIdentifier(schemaName))) {
      // Before PostgreSQL 15 everybody may make tables there.
      await owner.query(`revoke create on schema ${schema} from public`);
      await owner.query(`grant usage on schema ${schema} to ${role}`);
      await owner.query(`grant ${rights.join(', ')} on all tables in schema ${schema} to ${role}`);
      await owner.query(`grant usage, select on all sequences in schema ${schema} to ${role}`);
    }
    await owner.query(`revoke all on ${[...EVIDENCE, MIGRATIONS].join(', ')} from ${role}`);
    await owner.query(`grant select, insert on ${EVIDENCE.join(', ')} to ${role}`);
    await owner.query(`grant select on ${MIGRATIONS} to ${role}`);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}
