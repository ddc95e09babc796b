import { AsyncLocalStorage } from 'node:async_hooks';

/** A simulated process of the shop. What it was doing when it is killed never goes on. */
export class SimulatedProcess {
  isAlive = true;
  /** Until this step of its world it does nothing, if anybody else can. */
  standsStillUntil = 0;
  /** What the death of the process undoes: its open transactions. */
  readonly onDeath = new Set<() => void>();

  constructor(readonly name: string) {}
}

// Looked up once: Jest's sandbox finds a global slowly.
const { floor, max } = Math;
const PromiseClass = Promise;
const immediate = setImmediate;

interface Parked {
  readonly process: SimulatedProcess;
  readonly label: string;
  readonly resume: () => void;
}

/** One for all worlds: Node keeps an entry of each store that was ever entered, and copies them all at every change. */
const CURRENT = new AsyncLocalStorage<SimulatedProcess>();

/** A new one each time: it keeps what waits for it, and with that a whole world. */
const never = () => new PromiseClass<never>(() => undefined);

/** Whoever waits for an answer of a process learns no more than this when it dies. */
export class ProcessDied extends Error {}

/** A world that got stuck: everybody waits for somebody else. */
class Deadlock extends Error {}

/**
 * Runs all processes of a world in one thread. A process goes on until its next call of a port; which one goes on next follows from the seed
 * alone, so that the same seed repeats a run.
 */
export class Scheduler {
  readonly current = CURRENT;
  /** The latest steps, for a reader of a failure. */
  readonly trace: string[] = [];
  steps = 0;
  private parked: Parked[] = [];
  private running = 0;
  private lastStandsStillUntil = 0;
  private readonly failures: unknown[] = [];
  private readonly outside = new SimulatedProcess('outside');

  constructor(
    private readonly next: () => number,
    private readonly mostSteps: number,
    private readonly beforeStep: (label: string, process: SimulatedProcess) => void = () => undefined,
  ) {}

  /** Waits until it is this caller's turn; forever where its process has died. */
  pause(label: string): Promise<void> {
    const process = this.current.getStore();
    if (!process) throw new Error(`${label} was called by no process.`);
    if (!process.isAlive) return never();
    return new PromiseClass((resume) => this.parked.push({ process, label, resume }));
  }

  /** Begins something outside of the shop: a buyer, a network, a clock. An error that it does not handle itself fails the world. */
  begin(work: () => Promise<unknown>): void {
    this.running += 1;
    const over = () => void (this.running -= 1);
    this.current.run(
      this.outside,
      () =>
        void work()
          .catch((error: unknown) => this.failures.push(error))
          .finally(over),
    );
  }

  /** Lets a process do something. @throws what the process throws; ProcessDied */
  call<T>(process: SimulatedProcess, work: () => Promise<T>): Promise<T> {
    return new PromiseClass<T>((resolve, reject) => {
      const died = () => reject(new ProcessDied());
      process.onDeath.add(died);
      const over = () => void process.onDeath.delete(died);
      this.current.run(process, () => void work().then(resolve, reject).finally(over));
    });
  }

  /** For so many steps the process does nothing more, whatever it is at. */
  standStill(steps: number, process = this.current.getStore() ?? this.outside): void {
    process.standsStillUntil = this.steps + steps;
    this.lastStandsStillUntil = max(this.lastStandsStillUntil, process.standsStillUntil);
  }

  kill(process: SimulatedProcess): void {
    process.isAlive = false;
    this.parked = this.parked.filter((one) => one.process !== process);
    for (const undo of process.onDeath) undo();
  }

  /** Whether anybody's next step has this in its label. */
  isAhead(part: string): boolean {
    return this.parked.some(({ label }) => label.includes(part));
  }

  /** Whether with this chance; from the seed. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[floor(this.next() * list.length)] as T;
  }

  /** A whole number from 0 below `end`. */
  below(end: number): number {
    return floor(this.next() * end);
  }

  /** Runs until nothing is left to do. @throws the first error that nobody handled; Deadlock */
  async run(): Promise<void> {
    for (;;) {
      await quiet();
      if (this.failures.length > 0) throw this.failures[0];
      if (this.parked.length === 0) {
        // A batch begins in the next turn of the event loop.
        await quiet();
        await quiet();
        if (this.failures.length > 0) throw this.failures[0];
        if (this.parked.length > 0) continue;
        if (this.running > 0) throw new Deadlock(`${this.running} tasks wait for each other.`);
        return;
      }
      const [one] = this.parked.splice(this.placeOfNext(), 1);
      if (!one) continue;
      this.steps += 1;
      if (this.steps > this.mostSteps) throw new Deadlock(`It did not end within ${this.mostSteps} steps.`);
      this.trace.push(`${one.process.name} ${one.label}`);
      if (this.trace.length > 2000) this.trace.splice(0, 1000);
      this.beforeStep(one.label, one.process);
      if (one.process.isAlive) one.resume();
    }
  }

  /** Whether a process stands still. */
  get isAnyStill(): boolean {
    return this.steps < this.lastStandsStillUntil;
  }

  private placeOfNext(): number {
    const moving = this.isAnyStill ? this.parked.filter(({ process }) => process.standsStillUntil <= this.steps) : [];
    return moving.length > 0 ? this.parked.indexOf(this.pick(moving)) : this.below(this.parked.length);
  }
}

/** Until every promise that could go on has done so. */
const quiet = () => new PromiseClass((resolve) => immediate(resolve));
