import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { RepeatErasures } from '../modules/privacy/index.ts';
import { runCommand } from './run-command.ts';

const USAGE = `npm run erasures:repeat -- erasures.json [--again]

After a restore and before the workers start: erases again everybody who was erased after the backup. The file is the answer of
GET /ops/privacy/erasures. Names nobody. Can be repeated, and completes a run that broke off. --again repeats those, too, that
the database knows: where their addresses were not found, with a former KEY_FINGERPRINT_SECRET (JWT_SECRET for entries of earlier versions).
Not once the shop is open: who came back would be erased.
`;

const UNFOUND = `The backup has none of these addresses, or a secret was changed since: run this once more with the former KEY_FINGERPRINT_SECRET
(JWT_SECRET for entries of earlier versions) and --again, before the shop is opened.
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
  const [file = '', option] = process.argv.slice(2);
  const list = await readFile(file, 'utf8').then(
    (text) => LIST.safeParse(JSON.parse(text)),
    () => null,
  );
  if (!list?.success || (option !== undefined && option !== '--again')) {
    process.stderr.write(`This is no list of erasures.\n\n${USAGE}`);
    return 1;
  }
  const { erasures } = list.data;
  const { count, unfound } = await app.get(RepeatErasures, { strict: false }).ofList(erasures, { again: option !== undefined });
  process.stdout.write(`${count} of ${erasures.length} erasures repeated; the database knew the others\n`);
  if (unfound.length > 0) process.stdout.write(`No address was found for ${unfound.length} of them: ${unfound.join(', ')}\n${UNFOUND}`);
  return 0;
});
