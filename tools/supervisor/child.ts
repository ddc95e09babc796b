import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { Failure } from '../shared/failure.ts';
import { pinnedNode, root, shown } from '../shared/paths.ts';
import type { LogFile } from './log-file.ts';
import { markOf, type ProcessMark, sendSignal } from './process-mark.ts';
import { causeIn, warningIn } from './log-messages.ts';

const LONGEST_START_MS = 60_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const STEADY_MS = 60_000;
const POLL_MS = 40;
const STORED_LINES = 60;

/** Runs the command by exec, with a watcher process: the pipe on its standard input closes when its supervisor dies, for any reason. */
const WATCHING_SHELL = 'exec 3<&0; command=$$; (read -r _ <&3; kill -"$0" "$command"; exit 0) & exec "$@" 3<&- </dev/null';

export interface ChildPlan {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ready when this line was printed, or when the question is answered with yes. */
  readonly ready: { readonly line: RegExp } | { readonly ask: () => Promise<boolean> };
  readonly stopSignal: NodeJS.Signals;
  /** How the child notices that this process was killed: Node children by their IPC channel, others by a shell. */
  readonly watchesParentBy: 'channel' | 'shell';
  /** The pause before a restart doubles up to this, in milliseconds; half a minute if it is not given. */
  readonly longestPauseMs?: number;
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
}

/** A Node process that ends with its supervisor. */
export function nodeChild(
  plan: Pick<ChildPlan, 'name' | 'env' | 'ready' | 'longestPauseMs'> & { readonly script: string; readonly args?: readonly string[] },
): ChildPlan {
  const preload = ['--import', join(root, 'tools', 'process', 'exit-with-parent.mjs')];
  return {
    name: plan.name,
    command: pinnedNode,
    args: [...preload, '--enable-source-maps', plan.script, ...(plan.args ?? [])],
    env: plan.env,
    ready: plan.ready,
    ...(plan.longestPauseMs !== undefined && { longestPauseMs: plan.longestPauseMs }),
    stopSignal: 'SIGTERM',
    watchesParentBy: 'channel',
  };
}

/** Yes once the address answers with a 2xx. */
export function answers(url: string): () => Promise<boolean> {
  return async () => {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  };
}

/** A supervised process: in a group of its own, with a log file, restarted when it dies. */
export class Child {
  readonly plan: ChildPlan;
  private readonly log: LogFile;
  private readonly report: (sentence: string) => void;
  private readonly onSpawn: () => void;
  private process: ChildProcess | null = null;
  private lastLines: string[] = [];
  private isReady = false;
  private isStopping = false;
  private pauseMs = FIRST_PAUSE_MS;
  private restart: NodeJS.Timeout | undefined;

  constructor(plan: ChildPlan, log: LogFile, report: (sentence: string) => void, onSpawn: () => void) {
    this.plan = plan;
    this.log = log;
    this.report = report;
    this.onSpawn = onSpawn;
  }

  /** Null while no process runs. */
  get mark(): ProcessMark | null {
    return this.process?.pid === undefined || this.hasEnded() ? null : markOf(this.process.pid);
  }

  /** @throws Failure if it ends or does not become ready in time. */
  async start(): Promise<void> {
    await this.launch();
    this.isReady = true;
    const startedAt = performance.now();
    this.process?.once('exit', (code, signal) => this.comeBack(signal ?? `code ${code}`, performance.now() - startedAt));
    // It may have ended between becoming ready and being listened to.
    if (this.hasEnded()) this.comeBack(this.process?.signalCode ?? `code ${this.process?.exitCode}`, 0);
  }

  /** Sends SIGTERM, then SIGKILL. Resolves once it has ended. */
  async stop(graceMs: number): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.restart);
    const running = this.process;
    if (running?.pid === undefined || this.hasEnded()) return;
    const gone = once(running, 'exit');
    const silent = once(running, 'close');
    sendSignal(running.pid, this.plan.stopSignal);
    const force = setTimeout(() => this.killGroup(), graceMs);
    await gone;
    clearTimeout(force);
    // Processes in its group must not outlive it.
    sendSignal(-running.pid, 'SIGKILL');
    await silent;
  }

  /** Ends it and starts it anew, for new code. */
  async restartNow(graceMs: number): Promise<void> {
    await this.stop(graceMs);
    this.isStopping = false;
    await this.start();
  }

  /** At once and without draining. */
  kill(signal: NodeJS.Signals): void {
    this.isStopping = true;
    clearTimeout(this.restart);
    this.killGroup(signal);
  }

  private killGroup(signal: NodeJS.Signals = 'SIGKILL'): void {
    if (this.process?.pid !== undefined && !this.hasEnded()) sendSignal(-this.process.pid, signal);
  }

  private hasEnded(): boolean {
    return this.process === null || this.process.exitCode !== null || this.process.signalCode !== null;
  }

  private async launch(): Promise<void> {
    const { name, ready } = this.plan;
    this.lastLines = [];
    const child = this.spawn();
    this.process = child;
    const outcome = await new Promise<string | null>((resolve) => {
      let isSettled = false;
      const settle = (result: string | null) => {
        isSettled = true;
        resolve(result);
      };
      child.once('error', (error) => settle(error.message));
      child.once('exit', (code, signal) => {
        // The last output may still be in the pipe. Of one that was killed it says nothing about the cause.
        setTimeout(() => settle((signal !== 'SIGKILL' && causeIn(this.lastLines)) || `it ended with ${signal ?? `code ${code}`}`), 100);
      });
      for (const stream of [child.stdout, child.stderr]) {
        if (stream === null) continue;
        createInterface({ input: stream }).on('line', (line) => {
          this.hear(line);
          if ('line' in ready && ready.line.test(line)) settle(null);
        });
      }
      this.onSpawn();
      const startedAt = performance.now();
      void (async () => {
        while (!isSettled && performance.now() - startedAt < LONGEST_START_MS) {
          if ('ask' in ready && (await ready.ask())) return settle(null);
          await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        }
        if (!isSettled) settle(`it was not ready after ${LONGEST_START_MS / 1000} seconds`);
      })();
    });
    if (outcome === null) return;
    this.killGroup();
    throw new Failure(`${name} did not start: ${outcome.replace(/\.$/, '')}. Its log: ${shown(this.log.path)}`);
  }

  private spawn(): ChildProcess {
    const { command, args, env, user, watchesParentBy, stopSignal } = this.plan;
    const options = { cwd: user === undefined ? root : '/', env: { ...env, KEYTURN_PARENT: String(process.pid) }, detached: true, ...user };
    if (watchesParentBy === 'channel') return spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    return spawn('/bin/sh', ['-c', WATCHING_SHELL, stopSignal.replace('SIG', ''), command, ...args], { ...options, stdio: 'pipe' });
  }

  private hear(line: string): void {
    this.log.write(`${line}\n`);
    this.lastLines.push(line);
    if (this.lastLines.length > STORED_LINES) this.lastLines.shift();
    const warning = this.isReady && !this.isStopping ? warningIn(line) : null;
    if (warning !== null) this.report(`[${this.plan.name}] ${warning}`);
  }

  private comeBack(how: string, livedMs: number): void {
    if (this.isStopping) return;
    if (this.process?.pid !== undefined) sendSignal(-this.process.pid, 'SIGKILL');
    this.pauseMs = livedMs > STEADY_MS ? FIRST_PAUSE_MS : this.pauseMs;
    this.report(`[${this.plan.name}] ended (${how}); it is started again in ${this.pauseMs / 1000} s`);
    this.restart = setTimeout(() => {
      const again = performance.now();
      this.start().then(
        () => this.report(`[${this.plan.name}] runs again`),
        (error: unknown) => this.comeBack(error instanceof Error ? error.message : String(error), performance.now() - again),
      );
    }, this.pauseMs);
    this.pauseMs = Math.min(this.pauseMs * 2, this.plan.longestPauseMs ?? LONGEST_PAUSE_MS);
  }
}
