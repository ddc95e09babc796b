import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { normalWords, searchName } from '../../apps/api/src/modules/catalog/domain/search-words.ts';
import { SHORT_NAMES } from '../../apps/api/src/modules/catalog/domain/short-names.ts';
import { startThrowAwayPostgres } from '../database/throw-away.ts';
import { Failure } from '../shared/failure.ts';
import { runNode } from '../process/run-program.ts';
import { dataFolder, root } from '../shared/paths.ts';
import { freePorts } from '../shared/ports.ts';
import { readSettings } from '../shop/settings.ts';
import { runApiCommand } from '../shop/shop-processes.ts';
import { answers, nodeChild } from '../supervisor/child.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { SEED, searchPath } from './catalogue-queries.ts';
import { chance, picker } from '../../apps/api/src/testing/campaigns/chance.ts';
import { textAt } from './load.ts';
import type { Row } from './measure.ts';

const SAMPLE = Number(process.env.BENCH_SAMPLE ?? 400);
const SHORTEST = 6;
/** Kind, product and text of every question that was asked, after the seed. */
const QUERIES = join(dataFolder, 'bench-search-questions.tsv');

interface Game {
  readonly id: number;
  readonly name: string;
}

/** Real names, asked for in several ways: whether the game is among the first three. BENCH_GAMES names a folder of JSON lines with `app_id` and `name`. */
export async function searchRows(): Promise<Row[]> {
  const games = realGames();
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-bench-'));
  const postgres = await startThrowAwayPostgres();
  const supervisor = new Supervisor({ logFolder: join(folder, 'logs') });
  try {
    const [port] = (await freePorts(1)) as [number];
    const settings = readSettings({ PATH: process.env.PATH, DATABASE_URL: postgres.url, API_PORT: String(port) }, folder);
    await runApiCommand(settings, 'migrate');
    const feed = join(folder, 'games.jsonl');
    writeFileSync(feed, games.map((game) => `${JSON.stringify(feedLine(game))}\n`).join(''));
    const { code, output } = await runNode(join(root, 'dist/api/commands/catalog-import.js'), [feed], { env: settings.environment });
    if (code !== 0) throw new Failure(`The games could not be imported: ${output.slice(-1000)}`);
    const origin = `http://127.0.0.1:${port}`;
    const ready = { ask: answers(`${origin}/health/ready`) };
    await supervisor.start(nodeChild({ name: 'shop', script: join(root, 'dist/api/main.js'), env: settings.environment, ready }));
    return await measured(origin, games);
  } finally {
    await supervisor.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(origin: string, games: readonly Game[]): Promise<Row[]> {
  const next = chance(SEED);
  const of = picker(next);
  const key = (name: string) => searchName(name).replaceAll(' ', '');
  const holders = Map.groupBy(games, ({ name }) => key(name));
  const unique = games.filter(({ name }) => key(name) !== '' && holders.get(key(name))?.length === 1);
  const long = sample(
    unique.filter(({ name }) => key(name).length >= SHORTEST),
    next,
  );
  const short = sample(
    unique.filter(({ name }) => key(name).length < SHORTEST),
    next,
  );
  const shuffled = (name: string) =>
    name
      .split(' ')
      .map((word) => ({ word, place: next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ word }) => word)
      .join(' ');
  const plain = (name: string) => name.normalize('NFKD').replace(/\p{M}+/gu, '');
  const accented = sample(
    unique.filter(({ name }) => plain(name) !== name && /\p{L}\p{M}/u.test(name.normalize('NFD')) && key(name).length >= SHORTEST),
    next,
  );
  const abbreviated = Object.entries(SHORT_NAMES).flatMap(([alias, phrase]) =>
    sample(
      unique.filter(({ name }) => ` ${searchName(name)} `.includes(` ${phrase} `)),
      next,
      5,
    ).map(({ id, name }) => ({
      id,
      name: ` ${searchName(name)} `.replace(` ${phrase} `, ` ${alias} `).trim(),
    })),
  );
  const row = async (what: string, asked: readonly Game[], bar: number | null): Promise<Row> => {
    let found = 0;
    const missed: string[] = [];
    for (const { id, name } of asked) {
      appendFileSync(QUERIES, `${what}\t${id}\t${name}\n`);
      const answer = JSON.parse(await textAt(origin, searchPath(name.slice(0, 150), 3))) as { products: { kinguinId?: number }[] };
      if (answer.products.some(({ kinguinId }) => kinguinId === id)) found += 1;
      else missed.push(name);
    }
    const share = (100 * found) / Math.max(1, asked.length);
    if (missed.length > 0) process.stdout.write(`  ${what}, missed: ${missed.slice(0, 12).join(' | ')}\n`);
    return {
      what: `search, ${what}: ${asked.length} of ${games.length} games, seed ${SEED}`,
      measured: `${share.toFixed(1)} %`,
      baseline: '',
      ratio: '',
      bar: bar === null ? 'reported' : `at least ${bar} %`,
      isHeld: bar === null || share >= bar,
    };
  };
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(QUERIES, `seed ${SEED}\n`);
  process.stdout.write(`  seed ${SEED}; every question is written down in ${QUERIES}\n`);
  return [
    await row('the name itself', long, 99),
    await row('its words in another order', changed(long, shuffled), 99),
    await row(
      'without accents',
      accented.map(({ id, name }) => ({ id, name: plain(name) })),
      99,
    ),
    await row(
      'one typing error',
      changed(long, (name) => mistyped(name, next, of)),
      95,
    ),
    await row('abbreviations', abbreviated, null),
    await row(`names under ${SHORTEST} letters`, short, null),
  ];
}

/** Those that can be asked for otherwise: a name of one word has no other order, and two equal letters no other sequence. */
function changed(games: readonly Game[], change: (name: string) => string): Game[] {
  return games.flatMap(({ id, name }) => {
    for (let tries = 0; tries < 20; tries += 1) {
      const other = change(name);
      if (searchName(other) !== searchName(name)) return [{ id, name: other }];
    }
    return [];
  });
}

/** One letter left out, doubled, exchanged with its neighbour or hit beside it. */
function mistyped(name: string, next: () => number, of: <T>(list: readonly T[]) => T): string {
  const letters = [...name];
  const places = letters.flatMap((letter, index) => (/[a-z]/i.test(letter) ? [index] : []));
  if (places.length === 0) return name;
  const at = of(places);
  const letter = letters[at] ?? '';
  const other = of([...'abcdefghijklmnopqrstuvwxyz'].filter((one) => one !== letter.toLowerCase()));
  const neighbour = letters[at + 1] ?? '';
  const kinds = [[''], [letter, letter], [other], /[a-z]/i.test(neighbour) ? [neighbour, letter] : [other]];
  const kind = Math.floor(next() * kinds.length);
  letters.splice(at, kind === 3 && /[a-z]/i.test(neighbour) ? 2 : 1, ...(kinds[kind] ?? []));
  return letters.join('');
}

function sample(games: readonly Game[], next: () => number, most = SAMPLE): Game[] {
  return games
    .map((game) => ({ game, place: next() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, most)
    .map(({ game }) => game);
}

const feedLine = ({ id, name, popularity }: Game & { popularity?: number }) => ({
  kinguinId: id,
  productId: String(id),
  name,
  platform: 'Steam',
  genres: ['Indie'],
  sellPrice: 10,
  popularity: popularity ?? 0,
});

function realGames(): (Game & { popularity: number })[] {
  const given = process.env.BENCH_GAMES ?? join(root, '..', 'shared', 'data', 'catalogue');
  const folder = existsSync(given) ? given : join(root, 'apps', 'api', 'src', 'demo', 'products');
  const games = new Map<number, Game & { popularity: number }>();
  for (const file of readdirSync(folder)) {
    for (const row of rowsOf(join(folder, file))) {
      const id = row.app_id ?? row.kinguinId;
      const name = row.name?.trim() ?? '';
      if (id !== undefined && normalWords(name).length > 0 && !games.has(id))
        games.set(id, { id, name, popularity: row.positive_ratings ?? row.positive ?? 0 });
    }
  }
  return [...games.values()];
}

interface GameRow {
  readonly app_id?: number;
  readonly kinguinId?: number;
  readonly name?: string;
  readonly positive_ratings?: number;
  readonly positive?: number;
}

/** A file of JSON lines, or of one JSON array as the demo catalogue is. */
function rowsOf(file: string): GameRow[] {
  if (file.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8')) as GameRow[];
  if (!file.endsWith('.jsonl')) return [];
  // Not by `readline`: it ends a line at U+2028, too, which JSON may hold.
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as GameRow);
}
