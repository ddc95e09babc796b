import { SandboxClock } from './clock.ts';
import type { SandboxConfig } from './config.ts';
import { Answers } from './store/answers.ts';
import { Database } from './store/database.ts';
import { Deliveries } from './store/deliveries.ts';
import { Objects } from './store/objects.ts';
import { Settings } from './store/settings.ts';
import { Tasks } from './store/tasks.ts';
import { Events } from './stripe/events.ts';

/** Everything that the stand-in for Stripe knows, and nothing of the shop. */
export interface World {
  readonly config: SandboxConfig;
  readonly database: Database;
  readonly settings: Settings;
  readonly clock: SandboxClock;
  readonly objects: Objects;
  readonly answers: Answers;
  readonly tasks: Tasks;
  readonly deliveries: Deliveries;
  readonly events: Events;
}

export function openWorld(config: SandboxConfig): World {
  const database = new Database(config.dataFile);
  const settings = new Settings(database);
  const clock = new SandboxClock(settings);
  const objects = new Objects(database);
  const deliveries = new Deliveries(database);
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
  };
}

/** Forgets everything but the mails. */
export function emptyWorld(world: World): void {
  world.database.transaction(() => {
    for (const store of [world.objects, world.answers, world.tasks, world.deliveries, world.settings]) store.clear();
    world.clock.reset();
  });
}
