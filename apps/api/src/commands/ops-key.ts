import 'reflect-metadata';
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { IssueOpsKey, LONGEST_DAYS, OPS_KEY_NAME, OPS_ROLES, OpsKeys, RevokeOpsKey } from '../modules/ops/index.ts';
import { DomainError } from '../shared/domain-error.ts';
import { commandOperator } from './command-operator.ts';
import { runCommand } from './run-command.ts';

const USUAL_DAYS = 90;
const USAGE = `npm run ops:key -- --name ada --role support [--days ${USUAL_DAYS}] [--totp] [--network 203.0.113.0/24]…   makes a key and shows it once
npm run ops:key -- list                                        every key, never its secret
npm run ops:key -- revoke ada [--reason "has left"]            ends a key at once, by name or id
Roles: ${OPS_ROLES.join(', ')}. An owner may everything; support and catalogue may read, and do their own work.
`;

const by = commandOperator('ops-key');
const print = (text: string) => process.stdout.write(`${text}\n`);

class Misused extends Error {}

/** `npm run ops:key` */
await runCommand(async (app) => {
  try {
    await obey(app, process.argv.slice(2));
    return 0;
  } catch (error) {
    if (!(error instanceof DomainError || error instanceof Misused || isOfParseArgs(error))) throw error;
    process.stderr.write(`${error.message}\n${error instanceof DomainError ? '' : `\n${USAGE}`}`);
    return 1;
  }
});

async function obey(app: INestApplicationContext, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      role: { type: 'string' },
      days: { type: 'string' },
      totp: { type: 'boolean' },
      network: { type: 'string', multiple: true },
      reason: { type: 'string' },
    },
  });
  const [verb = 'create', subject, ...more] = positionals;
  if (more.length > 0) throw new Misused(`What is "${more.join(' ')}"?`);
  if (verb === 'create' && subject === undefined) await create(app, values);
  else if (verb === 'list' && subject === undefined) await list(app);
  else if (verb === 'revoke' && subject !== undefined) {
    const key = await app.get(RevokeOpsKey, { strict: false }).run(subject, by, values.reason);
    print(`The key ${key.name} (${key.role}) opens nothing any more.`);
  } else throw new Misused('Create a key, list them or revoke one.');
}

async function create(
  app: INestApplicationContext,
  values: { name?: string; role?: string; days?: string; totp?: boolean; network?: string[] },
): Promise<void> {
  const name = values.name?.trim() ?? '';
  if (!OPS_KEY_NAME.test(name))
    throw new Misused('Give the key the name of a person or a machine: --name, up to 60 letters, digits, blanks, dots and dashes.');
  const role = OPS_ROLES.find((one) => one === values.role);
  if (role === undefined) throw new Misused(`Give the key a role, --role: ${OPS_ROLES.join(', ')}.`);
  const days = Number(values.days ?? USUAL_DAYS);
  if (!Number.isInteger(days) || days < 1 || days > LONGEST_DAYS)
    throw new Misused(`--days must be a whole number from 1 to ${LONGEST_DAYS}.`);
  const hasFactor = values.totp ?? false;
  const { key, text, otpauth } = await app
    .get(IssueOpsKey, { strict: false })
    .run({ name, role, until: days, networks: values.network ?? [], hasFactor }, by);
  print(`${text}\n\nThat is the key of ${key.name}, role ${role}, good until ${key.expiresAt.toISOString().slice(0, 10)}.`);
  print(
    'It is not shown again: the shop keeps no more of it than a hash. Send it in the header X-Ops-Key, or enter it at /docs under Authorize.',
  );
  print(
    otpauth === null
      ? 'It has no second factor (--totp): where OPS_SECOND_FACTOR is required, as in production, sensitive calls refuse it.'
      : `\nEnter this in an authenticator app, by hand or as a QR code. It is not shown again either:\n${otpauth}\nSensitive calls ask for its code in the header X-Ops-Code.`,
  );
}

async function list(app: INestApplicationContext): Promise<void> {
  const keys = await app.get(OpsKeys, { strict: false }).all();
  if (keys.length === 0) print('There is no key yet.');
  const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? '-';
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.role,
    day(key.expiresAt),
    day(key.lastUsedAt),
    key.revokedAt ? `revoked ${day(key.revokedAt)}` : '',
  ]);
  const all = [['id', 'name', 'role', 'expires', 'last used', ''], ...rows];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  if (keys.length > 0)
    for (const row of all)
      print(
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      );
}

function isOfParseArgs(error: unknown): error is Error {
  return error instanceof TypeError && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
}
