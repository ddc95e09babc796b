import { rmSync } from 'node:fs';
import { recordedFolder } from '../database/database-home.ts';
import { permissionFailure, runTool } from '../shared/failure.ts';
import { dataFolder, shown } from '../shared/paths.ts';
import { runFile } from './shop-folder.ts';

/** Empties what the embedded run keeps: database, pictures, mailbox, payments. A database named by DATABASE_URL is not touched. */
await runTool(async () => {
  await runFile.take('`npm run reset`');
  const folders = [recordedFolder(), dataFolder].filter((folder) => folder !== null);
  for (const folder of folders) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      throw permissionFailure(error, folder);
    }
  }
  process.stdout.write(`Emptied: ${folders.map(shown).join(', ')}. The next \`npm start\` makes a new shop.\n`);
  return 0;
});
