import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium as playwrightChromium } from '@playwright/test';
import { runNode, runProgram } from '../process/run-program.ts';
import { dataFolder, root } from '../shared/paths.ts';
import { installedByApt, isExecutable, programOnPath } from './installer.ts';

/** Chromium without the windows of a browser: the same engine, and a third less work for each page. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const DEBIAN_SHELL = 'chromium-headless-shell';
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
];

/** A Chromium that starts: a found one, else Debian's (as root), else Playwright's own, else one from npm; null where none can be had.
 * `isWhole` leaves out those without windows: for measuring. */
export async function findChromium({ isWhole = false } = {}): Promise<string | null> {
  const finders: readonly (() => Promise<string | null>)[] = [
    async () => process.env.CHROMIUM_PATH ?? null,
    async () => (isWhole ? null : programOnPath(...shells)),
    async () => (!isWhole && (await installedByApt(DEBIAN_SHELL, { updates: false })) ? programOnPath(DEBIAN_SHELL) : null),
    async () => programOnPath(...names),
    async () => usualPlaces.find(isExecutable) ?? null,
    async () => playwrightChromium.executablePath(),
    async () => (!isWhole && (await installedByApt(DEBIAN_SHELL)) ? programOnPath(DEBIAN_SHELL) : null),
    async () => ((await installedByApt('chromium')) ? programOnPath('chromium') : null),
    async () => {
      const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
      return (await runNode(cli, ['install', 'chromium', '--no-shell'])).code === 0 ? playwrightChromium.executablePath() : null;
    },
    fromNpm,
  ];
  for (const find of finders) {
    const path = await find();
    if (path !== null && isExecutable(path) && (await starts(path))) return path;
  }
  return null;
}

/** Kept in the data folder, beside the project's own packages and not among them. */
async function fromNpm(): Promise<string | null> {
  const folder = join(dataFolder, 'chromium');
  const { code } = await runProgram('npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '@sparticuz/chromium@153.0.0',
  ]);
  if (code !== 0) return null;
  const { default: packed } = (await import(
    pathToFileURL(join(folder, 'node_modules', '@sparticuz', 'chromium', 'build', 'index.js')).href
  )) as {
    default: { executablePath(): Promise<string> };
  };
  return packed.executablePath();
}

async function starts(path: string): Promise<boolean> {
  const { code } = await runProgram(path, ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', 'about:blank']);
  return code === 0;
}
