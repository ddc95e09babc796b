import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { blogPath, productPath } from '@keyturn/shop-rules';
import { build } from '../shop/build.ts';
import { findChromium } from '../test-environment/chromium.ts';
import { Failure } from '../shared/failure.ts';
import { runNode, runProgram } from '../process/run-program.ts';
import { dataFolder } from '../shared/paths.ts';
import { startThrowAwayShop } from '../shop/throw-away-shop.ts';
import { median, type Row } from './measure.ts';

/** Beyond home, the lists and a product one run says enough: only performance varies. */
const BARS = { performance: 92, accessibility: 100, 'best-practices': 96, seo: 100 } as const;
type Category = keyof typeof BARS;

const RUNS = 5;
const MOST_TRIES = 3;
const VERSION = '13.5.0';
const CHROME_FLAGS = '--headless=new --no-sandbox --disable-quic --disable-background-networking --disable-component-update --disable-sync';

interface Page {
  readonly path: string;
  readonly runs: number;
  readonly categories: readonly Category[];
}

interface Report {
  /** Lighthouse's benchmark of the computer itself. */
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly numericValue?: number; readonly title: string }>>;
}

/** Lighthouse's mobile default, simulated throttling, on the production build in a shop of its own; the median of five runs counts. */
export async function lighthouseRows(): Promise<Row[]> {
  const lighthouse = await installedLighthouse();
  const chromium = await findChromium({ isWhole: true });
  if (chromium === null) throw new Failure('There is no Chromium, and none could be installed: set CHROMIUM_PATH to one.');
  await build(['api', 'storefront']);
  const shop = await startThrowAwayShop();
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-lighthouse-'));
  try {
    const rows: Row[] = [];
    for (const page of await pagesOf(shop.settings.origins.api)) {
      const reports: Report[] = [];
      for (let run = 0; run < page.runs; run += 1) {
        reports.push(
          await measured({
            lighthouse,
            chromium,
            url: shop.settings.origins.storefront + page.path,
            page,
            file: join(folder, 'report.json'),
          }),
        );
      }
      rows.push(...rowsOf(page, reports));
    }
    return rows;
  } finally {
    await shop.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Personal pages are not indexed, so the SEO category does not apply. */
async function pagesOf(api: string): Promise<Page[]> {
  const list = (await (await fetch(`${api}/products/kinguin/Steam?limit=1`)).json()) as { products: { name: string; kinguinId: number }[] };
  const softwares = (await (await fetch(`${api}/products?limit=1`)).json()) as { games: { name: string; _id: string }[] };
  const posts = (await (await fetch(`${api}/blog`)).json()) as { uniqueRoute: string }[];
  const [game, software, post] = [list.products[0], softwares.games[0], posts[0]];
  if (!game || !software || !post) throw new Failure('The shop has no product to measure.');
  const all = Object.keys(BARS) as Category[];
  const steady = all.filter((category) => category !== 'performance');
  return [
    ...['/home', '/products/Steam', '/softwares', '/game-list-filtred', productPath(game)].map((path) => ({
      path,
      runs: RUNS,
      categories: all,
    })),
    ...[productPath(software), '/blogs', blogPath(post.uniqueRoute), '/about', '/guide', '/contact'].map((path) => ({
      path,
      runs: 1,
      categories: steady,
    })),
    ...['/search/the', '/my-cart', '/checkout', '/auth/login', '/auth/signup'].map((path) => ({
      path,
      runs: 1,
      categories: steady.filter((category) => category !== 'seo'),
    })),
  ];
}

/** Kept in the data folder: 170 MB that only this measurement needs. */
async function installedLighthouse(): Promise<string> {
  const folder = join(dataFolder, 'lighthouse');
  const script = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js');
  const manifest = join(folder, 'node_modules', 'lighthouse', 'package.json');
  const isThere = () => existsSync(script) && (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version === VERSION;
  if (isThere()) return script;
  await runProgram('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `lighthouse@${VERSION}`]);
  if (!isThere()) throw new Failure(`Lighthouse ${VERSION} is not here and could not be installed from the npm registry.`);
  return script;
}

/** Chromium sometimes starts too slowly on a busy machine to be traced: run it again. */
async function measured(how: Parameters<typeof measuredOnce>[0]): Promise<Report> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await measuredOnce(how);
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
    }
  }
}

async function measuredOnce(how: { lighthouse: string; chromium: string; url: string; page: Page; file: string }): Promise<Report> {
  const { code, output } = await runNode(
    how.lighthouse,
    [
      how.url,
      `--only-categories=${how.page.categories.join(',')}`,
      '--output=json',
      `--output-path=${how.file}`,
      `--chrome-flags=${CHROME_FLAGS}`,
      '--no-enable-error-reporting',
      '--quiet',
    ],
    { env: { ...process.env, CHROME_PATH: how.chromium } },
  );
  if (code !== 0) throw new Failure(`Lighthouse could not measure ${how.page.path}:\n${output.slice(-2000)}`);
  return JSON.parse(readFileSync(how.file, 'utf8')) as Report;
}

function rowsOf(page: Page, reports: readonly Report[]): Row[] {
  return page.categories.map((category) => {
    const scores = reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
    const score = median(scores);
    const isHeld = score >= BARS[category];
    return {
      what: `${page.path} ${category}`,
      measured: `${score}${scores.length > 1 ? ` (${scores.join(' ')})` : ''}`,
      baseline:
        category === 'performance' ? `${timesOf(reports)}, load ${loadavg()[0]?.toFixed(1)}` : isHeld ? '' : lost(category, reports),
      ratio: '',
      bar: `≥ ${BARS[category]}`,
      isHeld,
    };
  });
}

/** The medians of what performance is made of, and of the computer's own speed. */
function timesOf(reports: readonly Report[]): string {
  const of = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const seconds = (audit: string) => `${(of(audit) / 1000).toFixed(2)} s`;
  return `FCP ${seconds('first-contentful-paint')}, LCP ${seconds('largest-contentful-paint')}, TBT ${Math.round(of('total-blocking-time'))} ms, CLS ${of('cumulative-layout-shift').toFixed(3)}, benchmark index ${median(reports.map(({ environment }) => environment.benchmarkIndex)).toFixed(0)}`;
}

/** The audits that cost points. */
function lost(category: Category, [report]: readonly Report[]): string {
  const audits =
    report?.categories[category]?.auditRefs.filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1) ?? [];
  return audits.map(({ id }) => id).join(', ');
}
