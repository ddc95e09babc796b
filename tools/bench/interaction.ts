import { loadavg } from 'node:os';
import { chromium, type Page } from '@playwright/test';
import { build } from '../shop/build.ts';
import { findChromium } from '../test-environment/chromium.ts';
import { Failure } from '../shared/failure.ts';
import { startThrowAwayShop } from '../shop/throw-away-shop.ts';
import { median, type Row } from './measure.ts';

const RUNS = 3;
/** Milliseconds from a press until the next paint (INP), the slowest of a run, with fourfold CPU throttling. */
const MOST_INP = 200;
const SLOWER = 4;
/** The share of the main thread that an idle home page may use, unthrottled. */
const IDLE_SECONDS = 10;
const MOST_BUSY = 0.05;
const MOST_TASK = 50;

/** Run in the page, whose globals this program does not know. */
const WATCH_PRESSES = `
  var presses = [];
  new PerformanceObserver((list) => {
    for (const { name, duration, interactionId, target } of list.getEntries()) {
      const words = target?.getAttribute?.('aria-label') ?? target?.textContent ?? '';
      if (interactionId > 0) presses.push({ duration, target: (name + ' ' + words).slice(0, 40) });
    }
  }).observe({ type: 'event', durationThreshold: 16 });`;
const WATCH_TASKS = `
  var longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: 'longtask' });`;

/** Interaction latency, and CPU use of idle sliders; in a shop of its own. */
export async function interactionRows(): Promise<Row[]> {
  const executablePath = await findChromium({ isWhole: true });
  if (executablePath === null) throw new Failure('There is no Chromium, and none could be installed: set CHROMIUM_PATH to one.');
  await build(['api', 'storefront']);
  const shop = await startThrowAwayShop();
  try {
    return await measuredRows(shop.settings.origins.storefront, executablePath);
  } finally {
    await shop.stop();
  }
}

async function measuredRows(storefront: string, executablePath: string): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'] });
  const visit = async <T>(path: string, viewport: { width: number; height: number }, work: (page: Page) => Promise<T>): Promise<T> => {
    const context = await browser.newContext({ viewport });
    try {
      const page = await context.newPage();
      await page.addInitScript("localStorage.setItem('allow-cookies', 'false')");
      await page.goto(storefront + path);
      await page.waitForLoadState('networkidle');
      return await work(page);
    } finally {
      await context.close();
    }
  };
  const load = () => `load ${loadavg()[0]?.toFixed(1)}`;
  try {
    const presses: Press[][] = [];
    const idle: { busy: number; longest: number }[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      presses.push(await visit('/products/Steam', { width: 412, height: 823 }, slowPresses));
      idle.push(await visit('/home', { width: 1000, height: 900 }, leftAlone));
    }
    const worst = presses.map((all) => Math.max(...all.map(({ duration }) => duration)));
    const slowest = presses.flat().toSorted((one, other) => other.duration - one.duration)[0];
    const busy = median(idle.map((one) => one.busy));
    const longest = median(idle.map((one) => one.longest));
    return [
      row(`slowest press (INP), CPU ${SLOWER} × slower`, `${median(worst)} ms (${worst.join(' ')})`, `${slowest?.target}, ${load()}`, [
        `≤ ${MOST_INP} ms`,
        median(worst) <= MOST_INP,
      ]),
      row(`home left alone ${IDLE_SECONDS} s: main thread`, `${(busy * 100).toFixed(1)} %`, load(), ['≤ 5 %', busy <= MOST_BUSY]),
      row('the same, longest task', longest === 0 ? 'none long' : `${longest} ms`, load(), [`≤ ${MOST_TASK} ms`, longest <= MOST_TASK]),
    ];
  } finally {
    await browser.close();
  }
}

interface Press {
  readonly duration: number;
  readonly target: string;
}

/** Menu, three genres, letters in the search, and a product into the cart. */
async function slowPresses(page: Page): Promise<Press[]> {
  await page.evaluate(WATCH_PRESSES);
  await slowedDown(page);
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Close menu' }).click();
  await page.getByRole('button', { name: /^Filters/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  for (const genre of [0, 1, 2]) await sheet.getByRole('checkbox').nth(genre).click();
  await sheet.getByRole('button', { name: 'Show results' }).click();
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Continue shopping' }).click();
  await page.getByRole('combobox').first().pressSequentially('the wit', { delay: 120 });
  // Entries are delivered a while after their paint.
  await page.waitForTimeout(1000);
  return page.evaluate<Press[]>('presses');
}

async function slowedDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** The share of the time in which the main thread had work, and the longest task of more than 50 ms. */
async function leftAlone(page: Page): Promise<{ busy: number; longest: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const taken = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return { work: of('TaskDuration'), at: of('Timestamp') };
  };
  // The sliders move once before, so that their script is there.
  await page.waitForSelector('[data-slider-frame][data-ready]');
  await page.waitForTimeout(2000);
  await page.evaluate(WATCH_TASKS);
  const before = await taken();
  await page.waitForTimeout(IDLE_SECONDS * 1000);
  const after = await taken();
  const tasks = await page.evaluate<number[]>('longTasks');
  return { busy: (after.work - before.work) / (after.at - before.at), longest: Math.max(0, ...tasks) };
}

function row(what: string, measured: string, baseline: string, [bar, isHeld]: readonly [string, boolean]): Row {
  return { what, measured, baseline, ratio: '', bar, isHeld };
}
