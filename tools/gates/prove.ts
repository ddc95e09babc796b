import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../failure.ts';
import { runNode } from '../one-shot.ts';
import { root } from '../paths.ts';
import { outcomeOfPlaywright, type PlaywrightReport } from './browser-report.ts';
import { allCampaigns, type Campaign, draw } from './campaigns.ts';
import type { Gate } from './gate.ts';
import { type JestReport, outcomeOfJest } from './jest-report.ts';
import { nxTasks } from './nx-tasks.ts';
import { brokenPart, figuresIn, type Outcome } from './outcome.ts';
import { findRedis } from './redis.ts';
import { runGate } from './runner.ts';
import { startShopForBrowser } from './start-shop.ts';

const USAGE = 'Usage: npm run prove -- [--minutes N] [--seed TEXT] [--only NAME[,NAME…]]';

interface Wanted {
  readonly minutes: number;
  readonly seed: number;
  readonly only: readonly string[];
}

/** What has not run yet: told at the end, and where somebody interrupts. */
let waiting: Campaign[] = [];
/** The browser's campaigns share one shop, which the first of them starts. */
let browserShop: ReturnType<typeof startShopForBrowser> | null = null;

const stopShop = async () => (await browserShop)?.stop();

await runGate(
  async (gate) => {
    try {
      await prove(gate);
    } finally {
      await stopShop();
    }
  },
  async (gate) => {
    tellWaiting(gate);
    gate.close();
    await stopShop();
  },
);

/** `npm run prove`: what takes too long to guard each change. */
async function prove(gate: Gate): Promise<void> {
  const { minutes, seed, only } = wanted();
  const campaigns = allCampaigns();
  const unknown = only.filter((name) => !campaigns.some((campaign) => campaign.name === name));
  if (unknown.length > 0)
    throw new Failure(`There is no campaign ${unknown.join(', ')}. There are: ${campaigns.map(({ name }) => name).join(', ')}`);
  const asked = only.length === 0 ? campaigns : campaigns.filter(({ name }) => only.includes(name));
  const { drawn, left } = draw(asked, seed, minutes);
  waiting = [...drawn, ...left];
  const [program] = process.versions.node.split('.');
  process.stdout.write(`\nKeyturn, campaigns, on Node ${program}, seed ${seed}: ${drawn.map(({ name }) => name).join(', ')}\n\n`);

  await gate.part('build', () => nxTasks(['build']));
  const hasRedis = !drawn.some(({ needsRedis }) => needsRedis) || (await findRedis()) !== null;
  const endsAt = performance.now() + minutes * 60_000;
  for (const campaign of drawn) {
    if (campaign.needsRedis && !hasRedis) continue;
    // Beside other work a campaign takes longer than it is known for.
    if (performance.now() > endsAt) break;
    await gate.part(campaign.name, () => run(campaign, seed));
    waiting = waiting.filter((one) => one !== campaign);
  }
  if (!hasRedis) gate.note('There is no redis-server, and none could be installed.');
  tellWaiting(gate);
}

function tellWaiting(gate: Gate): void {
  if (waiting.length > 0) gate.note(`Did not run: ${waiting.map(({ name }) => name).join(', ')}`);
}

/** @throws Failure that names the wrong argument. */
function wanted(): Wanted {
  let values: { minutes?: string; seed?: string; only?: string };
  try {
    ({ values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } } }));
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
  const minutes = values.minutes === undefined ? Infinity : Number(values.minutes);
  if (!(minutes > 0)) throw new Failure(`--minutes must be a positive number, not ${values.minutes}.\n${USAGE}`);
  return { minutes, seed: seedOf(values.seed ?? String(Date.now())), only: values.only?.split(',') ?? [] };
}

/** A number is its own seed; any other text, such as a commit's id, is made one. */
function seedOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return createHash('sha256').update(text).digest().readUInt32BE() % 1_000_000_000;
}

async function run({ kind, file }: Campaign, seed: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-prove-'));
  const report = join(folder, 'report.json');
  const shop = kind === 'browser' ? await (browserShop ??= startShopForBrowser()) : null;
  const env = { ...process.env, ...shop?.environment, GATE: 'prove', SEED: String(seed), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
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
    return { ...(kind === 'browser' ? outcomeOfPlaywright(read) : outcomeOfJest(read)), figures: figuresIn(output) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
