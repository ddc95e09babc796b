import type { INestApplicationContext } from '@nestjs/common';
import { AppModule } from '../app.module.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { createBackgroundApp } from '../platform/http/create-app.ts';
import { chooseQueueBackend } from '../platform/queues/backend.ts';

/** Reads the configuration or ends the process with one sentence per problem. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`The configuration is not right:\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/** A one-shot command on the whole application, without HTTP and without job processors. */
export async function runCommand(command: (app: INestApplicationContext) => Promise<number>): Promise<void> {
  const config = configOrExit();
  chooseQueueBackend(config);
  const app = await createBackgroundApp(AppModule.with(config));
  try {
    process.exitCode = await command(app);
  } finally {
    await app.close();
  }
}
