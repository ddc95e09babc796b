import 'reflect-metadata';
import { BullRegistrar } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import { AppModule } from './app.module.ts';
import { configOrExit } from './commands/run-command.ts';
import { createBackgroundApp } from './platform/http/create-app.ts';
import { OutboxRelay } from './platform/outbox/outbox-relay.ts';
import { chooseQueueBackend } from './platform/queues/backend.ts';
import { PriceWatch, UpkeepModule, UpkeepWorker } from './upkeep.ts';

const config = configOrExit();
chooseQueueBackend(config);
const app = await createBackgroundApp(AppModule.with(config, UpkeepModule));
app.enableShutdownHooks();
app.get(BullRegistrar).register();
app.get(OutboxRelay).start();
await app.get(UpkeepWorker).plan();
app.get(PriceWatch).start();
new Logger('worker').log('worker ready');
