import type { INestApplicationContext } from '@nestjs/common';
import { AppModule } from '../app.module.ts';
import { createBackgroundApp } from '../platform/http/create-app.ts';
import { chooseQueueBackend } from '../platform/queues/backend.ts';
import { backgroundConfigOrExit, configOrExit } from './config-or-exit.ts';

export { backgroundConfigOrExit, configOrExit };

/** A one-shot command on the whole application, without HTTP and without job processors. */
export async function runCommand(command: (app: INestApplicationContext) => Promise<number>): Promise<void> {
  const config = backgroundConfigOrExit();
  chooseQueueBackend(config);
  const app = await createBackgroundApp(AppModule.with(config), config);
  try {
    process.exitCode = await command(app);
  } finally {
    await app.close();
  }
}
