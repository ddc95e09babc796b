import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { RepeatErasures } from '../modules/privacy/index.ts';
import { runCommand } from './run-command.ts';

const USAGE = `npm run erasures:repeat -- erasures.json

After a restore and before the workers start: erases again everybody who was erased after the backup. The file is the answer of
GET /ops/privacy/erasures. Names nobody. Can be repeated, and completes a run that broke off.
`;

/** The answer of `GET /ops/privacy/erasures`. */
const LIST = z.object({
  erasures: z.array(
    z.object({
      pseudonym: z.string().regex(/^erased-\w+@erased\.invalid$/),
      accountId: z.string().nullable(),
      addressHashes: z.array(z.string()),
      askedBy: z.enum(['owner', 'staff']),
      at: z.iso.datetime().transform((text) => new Date(text)),
    }),
  ),
});

/** `npm run erasures:repeat -- FILE`. */
await runCommand(async (app) => {
  const [file = ''] = process.argv.slice(2);
  const list = await readFile(file, 'utf8').then(
    (text) => LIST.safeParse(JSON.parse(text)),
    () => null,
  );
  if (!list?.success) {
    process.stderr.write(`This is no list of erasures.\n\n${USAGE}`);
    return 1;
  }
  const repeated = await app.get(RepeatErasures, { strict: false }).ofList(list.data.erasures);
  process.stdout.write(`${repeated} of ${list.data.erasures.length} erasures repeated; the database knew the others\n`);
  return 0;
});
