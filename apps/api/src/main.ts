import 'reflect-metadata';
import { AppModule } from './app.module.ts';
import { configOrExit } from './commands/run-command.ts';
import { collectEarly } from './commands/small-heap.ts';
import { waitForDatabase } from './platform/database/connections/wait-for-database.ts';
import { createHttpApp } from './platform/http/create-app.ts';
import { JsonLogger } from './platform/logging/json-logger.ts';
import { MetricsServer } from './platform/metrics/metrics-server.ts';
import { chooseQueueBackend } from './platform/queues/backend.ts';
import { startTracing } from './platform/tracing/tracing.ts';

const config = configOrExit();
await waitForDatabase(config.directDatabaseUrl, new JsonLogger(config.logLevel));
chooseQueueBackend(config);
await startTracing(config, 'api');
const app = await createHttpApp(AppModule.with(config), config);
await app.get(MetricsServer).start();
collectEarly();
await app.listen(config.apiPort, config.host);
