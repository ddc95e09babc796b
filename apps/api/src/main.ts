import 'reflect-metadata';
import { AppModule } from './app.module.ts';
import { configOrExit } from './commands/run-command.ts';
import { createHttpApp } from './platform/http/create-app.ts';
import { chooseQueueBackend } from './platform/queues/backend.ts';

const config = configOrExit();
chooseQueueBackend(config);
const app = await createHttpApp(AppModule.with(config), config);
await app.listen(config.apiPort, config.host);
