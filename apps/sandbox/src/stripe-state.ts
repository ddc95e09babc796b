import { SandboxClock } from './clock.ts';
import type { SandboxConfig } from './config.ts';
import { Answers } from './store/answers.ts';
import { Database } from './store/database.ts';
import { Deliveries } from './store/deliveries.ts';
import { Objects } from './store/objects.ts';
import { Settings } from './store/settings.ts';
import { Tasks } from './store/tasks.ts';
import { Events } from './stripe/events.ts';
import { SupplierWebhooks } from './suppliers/supplier-webhooks.ts';
import { SupplierStore } from './suppliers/supplier-store.ts';

/** The whole state of the stand-ins for Stripe and suppliers, and nothing of the shop. */
export interface StripeState {
  readonly config: SandboxConfig;
  readonly database: Database;
  readonly settings: Settings;
  readonly clock: SandboxClock;
  readonly objects: Objects;
  readonly answers: Answers;
  readonly tasks: Tasks;
  readonly deliveries: Deliveries;
  readonly events: Events;
  readonly supplierWebhooks: SupplierWebhooks;
  readonly suppliers: SupplierStore;
}

export function openStripeState(config: SandboxConfig): StripeState {
  const database = new Database(config.dataFile);
  const settings = new Settings(database);
  const clock = new SandboxClock(settings);
  const objects = new Objects(database);
  const deliveries = new Deliveries(database);
  const supplierWebhooks = new SupplierWebhooks(settings, config.webhookUrl);
  return {
    config,
    database,
    settings,
    clock,
    objects,
    answers: new Answers(database),
    tasks: new Tasks(database),
    deliveries,
    events: new Events(objects, deliveries, settings, clock),
    supplierWebhooks,
    suppliers: new SupplierStore(database, supplierWebhooks, clock),
  };
}

/** Deletes everything but the mails. */
export function clearStripeState(state: StripeState): void {
  state.database.transaction(() => {
    for (const store of [state.objects, state.answers, state.tasks, state.deliveries, state.suppliers, state.settings]) store.clear();
    state.clock.reset();
  });
}
