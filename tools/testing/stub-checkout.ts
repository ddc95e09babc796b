import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa, type ResultPromise } from 'execa';
import { freePorts } from '../shared/ports.ts';
import { root } from '../shared/paths.ts';
import { commandLineOf, type ProcessMark } from '../supervisor/process-mark.ts';

const PORTS = ['STOREFRONT_PORT', 'API_PORT', 'SANDBOX_PORT', 'MAILBOX_PORT', 'SMTP_PORT', 'EMBEDDED_PG_PORT'] as const;

/** What tools read of the API's code. */
const SECRETS_FILE = 'apps/api/src/platform/config/secret-files.ts';

/** A process that answers /health on the ports it is given and drains for a moment. STUB_FAILS names one that ends at once. */
const stub = (name: string, ports: readonly string[]) => `
import { createServer } from 'node:http';
if (process.env.STUB_FAILS === '${name}') {
  console.error('Error: The ${name} lacks its teapot.');
  process.exit(1);
}
const servers = [${ports.map((port) => `process.env.${port}`).join(', ')}].map((port) => createServer((_request, reply) => reply.end('ok')).listen(Number(port), '127.0.0.1'));
const alive = setInterval(() => {}, 1000);
process.once('SIGTERM', () => setTimeout(() => {
  console.log('drained');
  clearInterval(alive);
  for (const server of servers) server.close();
}, 50));
console.log('${name} ready');
`;

const options = { extendEnv: false, stdin: 'ignore', all: true, reject: false, forceKillAfterDelay: false } as const;

/** A checkout in a temporary folder with the real tools and packages, and throw-away scripts in place of the apps and the builder. */
export class StubCheckout {
  readonly folder: string;
  readonly ports: Readonly<Record<(typeof PORTS)[number], number>>;
  private readonly processes: Running[] = [];

  static async make(parent = tmpdir()): Promise<StubCheckout> {
    const ports = await freePorts(PORTS.length);
    return new StubCheckout(
      parent,
      Object.fromEntries(PORTS.map((name, index) => [name, ports[index]])) as Record<(typeof PORTS)[number], number>,
    );
  }

  private constructor(parent: string, ports: StubCheckout['ports']) {
    this.ports = ports;
    this.folder = mkdtempSync(join(parent, 'keyturn-stub-'));
    chmodSync(this.folder, 0o755);
    cpSync(join(root, 'tools'), join(this.folder, 'tools'), { recursive: true });
    cpSync(join(root, SECRETS_FILE), join(this.folder, SECRETS_FILE), { recursive: true });
    cpSync(join(root, 'package-lock.json'), join(this.folder, 'package-lock.json'));
    mkdirSync(join(this.folder, 'node_modules'));
    for (const entry of readdirSync(join(root, 'node_modules'))) {
      if (entry !== 'nx') symlinkSync(join(root, 'node_modules', entry), join(this.folder, 'node_modules', entry));
    }
    this.write('package.json', '{ "type": "module" }');
    this.write('node_modules/nx/dist/bin/nx.js', `console.log('built');`);
    this.write('dist/api/main.js', stub('api', ['API_PORT']));
    this.write('dist/api/worker.js', stub('worker', []));
    this.write('dist/api/commands/migrate.js', `console.log('0 migrations run');`);
    this.write('dist/api/commands/seed-demo.js', `console.log('left as it is, login there');`);
    this.write('dist/api/commands/catalog-import.js', `console.log('imported', process.argv.slice(2).join(' '));`);
    this.write(
      'apps/api/src/demo/demo-login.ts',
      `export const demoLogin = { email: 'demo@stub.example', password: 'stub' }; export const demoLoginIsThere = 'login there';`,
    );
    this.write('apps/sandbox/src/main.ts', stub('sandbox', ['SANDBOX_PORT', 'MAILBOX_PORT', 'SMTP_PORT']));
    this.write('apps/storefront/server/main.ts', stub('storefront', ['STOREFRONT_PORT']));
  }

  /** Runs a script of tools/shop as the npm script does. */
  run(
    script: string,
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
    user: { uid?: number; gid?: number } = {},
  ): Running {
    const child = execa(process.execPath, [join('tools', 'with-node.mjs'), join('tools', 'shop', script), ...args], {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        HOME: this.folder,
        ...Object.fromEntries(Object.entries(this.ports).map(([name, port]) => [name, String(port)])),
        ...env,
      },
      ...options,
      ...user,
    });
    const running = new Running(child);
    this.processes.push(running);
    return running;
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  /** The processes of the shop that runs here, as its supervisor wrote them down. */
  recordedRun(): { supervisor: ProcessMark; children: ProcessMark[] } {
    return JSON.parse(readFileSync(join(this.folder, '.data/run/shop.json'), 'utf8')) as ReturnType<StubCheckout['recordedRun']>;
  }

  /** The process id of the shop's child of this name. */
  childNamed(name: string): number {
    const path = name === 'postgres' ? 'bin/postgres' : `apps/${name}/`;
    const found = this.recordedRun().children.find(({ pid }) => commandLineOf(pid).includes(path));
    if (found === undefined) throw new Error(`There is no child ${name}.`);
    return found.pid;
  }

  log(name: string): string {
    return readFileSync(join(this.folder, '.data/logs', `${name}.log`), 'utf8');
  }

  async remove(): Promise<void> {
    for (const { child } of this.processes) child.kill('SIGTERM');
    await Promise.all(this.processes.map((running) => running.end()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class Running {
  readonly child: ResultPromise<typeof options>;
  output = '';
  private hasEnded = false;
  private readonly ended: Promise<number | string>;

  constructor(child: ResultPromise<typeof options>) {
    this.child = child;
    child.all.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.ended = child.then(({ exitCode, signal }) => {
      this.hasEnded = true;
      return exitCode ?? signal ?? 1;
    });
  }

  /** Its exit code, or the signal that ended it. */
  end(): Promise<number | string> {
    return this.ended;
  }

  /** @throws Error when the words do not come in time, with what came instead. */
  async says(words: string | RegExp, withinMs = 20_000): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (!(typeof words === 'string' ? this.output.includes(words) : words.test(this.output))) {
      if (performance.now() > deadline || this.hasEnded) throw new Error(`"${String(words)}" was not said. Instead:\n${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
