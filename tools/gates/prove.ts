import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../shared/failure.ts';
import { runNode } from '../process/run-program.ts';
import { root } from '../shared/paths.ts';
import { outcomeOfPlaywright, type PlaywrightReport } from './browser-report.ts';
import { allCampaigns, type Campaign, draw, SHOP_START_MINUTES } from './campaigns.ts';
import { gateEnvironment } from '../test-environment/environment.ts';
import type { Gate } from './gate.ts';
import { type JestReport, outcomeOfJest } from './jest-report.ts';
import { nxTasks } from './nx-tasks.ts';
import { brokenPart, errorsIn, figuresIn, NOTHING_CHECKED, type Outcome } from './outcome.ts';
import { startTestRedis, type TestRedis } from '../test-environment/redis.ts';
import { commitOfTree, machine, passedWith, readReport, resultOf, writeRow } from './report.ts';
import { runGate } from './runner.ts';
import { type ShopForBrowser, startShopForBrowser } from '../test-environment/start-shop.ts';

const USAGE = 'Usage: npm run prove -- [--minutes N] [--seed TEXT] [--only NAME[,NAME…]] [--resume]';

interface Wanted {
  /** Infinity: a full run, which writes the report. */
  readonly minutes: number;
  readonly seed: number;
  readonly only: readonly string[];
  /** Leaves out what has passed with this commit and seed. */
  readonly resumes: boolean;
}

/** What has not run yet: printed at the end and after an interruption. */
let waiting: Campaign[] = [];
/** What campaigns share; the first that needs it starts it. It ends with this process, also where somebody interrupts. */
const shared: { browserShop?: ShopForBrowser; hasShopFailed?: boolean; redis?: TestRedis | null } = {};

await runGate(async (gate) => {
  try {
    await prove(gate);
  } finally {
    printPending(gate);
    await stopServers(gate);
  }
}, printPending);

/** `npm run prove`: what takes too long to guard each change. */
async function prove(gate: Gate): Promise<void> {
  const { minutes, seed, only, resumes } = wanted();
  const campaigns = allCampaigns();
  const unknown = only.filter((name) => !campaigns.some((campaign) => campaign.name === name));
  if (unknown.length > 0)
    throw new Failure(`There is no campaign ${unknown.join(', ')}. There are: ${campaigns.map(({ name }) => name).join(', ')}`);
  const asked = only.length === 0 ? campaigns : campaigns.filter(({ name }) => only.includes(name));
  const isFull = minutes === Infinity;
  const tree = commitOfTree();
  const commit = isFull && tree.isClean ? tree.commit : null;
  if (isFull && commit === null) gate.note('Files were changed since the last commit: docs/reliability-report.md was not written.');
  const done = resumes ? passedWith(readReport(), { commit, seed }) : new Set<string>();
  const { drawn, left } = draw(
    asked.filter(({ name }) => !done.has(name)),
    seed,
    minutes,
  );
  waiting = [...drawn, ...left];
  const [program] = process.versions.node.split('.');
  process.stdout.write(
    `\nKeyturn, campaigns, commit ${tree.commit}${tree.isClean ? '' : ' with changes'}, on Node ${program}, seed ${seed}: ${drawn.map(({ name }) => name).join(', ')}\n\n`,
  );

  const endsAt = performance.now() + minutes * 60_000;
  await gate.part('build', () => nxTasks(['build']));
  for (const campaign of drawn) {
    // Slower than its known duration on a busy machine.
    const startsShop = campaign.kind === 'browser' && shared.browserShop === undefined;
    const needed = campaign.minutes + (startsShop ? SHOP_START_MINUTES : 0);
    if (performance.now() + needed * 60_000 > endsAt) continue;
    if (!(await hasServers(campaign, isFull, gate))) continue;
    const startedAt = performance.now();
    const outcome = await gate.part(campaign.name, () => run(campaign, { seed, isFull }));
    const now = commitOfTree();
    if (commit !== null && now.isClean && now.commit === commit)
      await note(campaign, { outcome, commit, seed, minutes: (performance.now() - startedAt) / 60_000 });
    else if (commit !== null) gate.note(`The work tree is no longer commit ${commit}: ${campaign.name} has no row.`);
    waiting = waiting.filter((one) => one !== campaign);
  }
}

/** Writes the campaign's row of the report. */
function note(
  { name }: Campaign,
  { outcome, commit, seed, minutes }: { outcome: Outcome; commit: string; seed: number; minutes: number },
): Promise<void> {
  return writeRow({
    campaign: name,
    ...resultOf(outcome),
    date: new Date().toISOString().slice(0, 10),
    commit,
    machine: machine(),
    seed: String(seed),
    minutes: minutes.toFixed(1),
  });
}

/** Starts the servers that a campaign shares with others, once. A shop that does not start counts as one failure, a missing Redis in a full
 * run alone: not every machine can have one. */
async function hasServers({ kind, needsRedis }: Campaign, isFull: boolean, gate: Gate): Promise<boolean> {
  if (kind === 'browser' && shared.browserShop === undefined && !shared.hasShopFailed) {
    const { failed } = await gate.part('shop for the browser', async () => {
      shared.browserShop = await startShopForBrowser();
      return NOTHING_CHECKED;
    });
    shared.hasShopFailed = failed > 0;
  }
  if (needsRedis && shared.redis === undefined) {
    shared.redis = await startTestRedis();
    const missing = 'There is no redis-server, and none could be installed.';
    if (shared.redis === null && isFull) await gate.part('redis', async () => brokenPart(missing));
    else if (shared.redis === null) gate.note(missing);
  }
  return kind === 'browser' ? !shared.hasShopFailed : !needsRedis || shared.redis !== null;
}

async function stopServers(gate: Gate): Promise<void> {
  const { browserShop, redis } = shared;
  if (browserShop === undefined && !redis) return;
  await gate.part('end of the servers', async () => {
    await browserShop?.stop();
    await redis?.stop();
    return NOTHING_CHECKED;
  });
}

function printPending(gate: Gate): void {
  if (waiting.length > 0) gate.note(`Did not run: ${waiting.map(({ name }) => name).join(', ')}`);
}

/** @throws Failure that names the wrong argument. */
function wanted(): Wanted {
  let values: { minutes?: string; seed?: string; only?: string; resume?: boolean };
  try {
    const text = { type: 'string' } as const;
    ({ values } = parseArgs({ options: { minutes: text, seed: text, only: text, resume: { type: 'boolean' } } }));
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
  const minutes = values.minutes === undefined ? Infinity : Number(values.minutes);
  if (!(minutes > 0)) throw new Failure(`--minutes must be a positive number, not ${values.minutes}.\n${USAGE}`);
  if (values.resume === true && values.seed === undefined) throw new Failure(`--resume needs the --seed of the run.\n${USAGE}`);
  const seed = seedOf(values.seed ?? String(Date.now()));
  return { minutes, seed, only: values.only?.split(',') ?? [], resumes: values.resume === true };
}

/** A number is its own seed; any other text, such as a commit's id, is made one. */
function seedOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return createHash('sha256').update(text).digest().readUInt32BE() % 1_000_000_000;
}

async function run({ kind, file, needsRedis }: Campaign, { seed, isFull }: { seed: number; isFull: boolean }): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-prove-'));
  const report = join(folder, 'report.json');
  const env = {
    ...gateEnvironment(),
    ...(kind === 'browser' && shared.browserShop?.environment),
    ...(needsRedis && { TEST_REDIS_URL: shared.redis?.url }),
    GATE: 'prove',
    SEED: String(seed),
    CAMPAIGN_SIZE: isFull ? 'full' : 'sample',
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const modules = (path: string) => join(root, 'node_modules', path);
  try {
    const { code, output } =
      kind === 'browser'
        ? await runNode(
            modules('@playwright/test/cli.js'),
            ['test', '--config', 'apps/storefront/playwright.config.ts', '--reporter=line,json', file],
            { env },
          )
        : await runNode(
            modules('jest/bin/jest.js'),
            [
              '--config',
              kind === 'api' ? 'apps/api/jest.prove.config.mjs' : 'tools/jest.prove.config.mjs',
              '--ci',
              '--runInBand',
              '--json',
              `--outputFile=${report}`,
              '--runTestsByPath',
              file,
            ],
            { env, nodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'] },
          );
    if (!existsSync(report)) return brokenPart(`It ended with ${code} and left no report.`, output);
    const read = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport & JestReport;
    const outcome = kind === 'browser' ? outcomeOfPlaywright(read) : outcomeOfJest(read);
    return { ...outcome, details: [outcome.details, errorsIn(output)].filter((text) => text !== '').join('\n'), ...figuresIn(output) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
