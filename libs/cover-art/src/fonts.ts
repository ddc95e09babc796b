import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

/** Lettering of a picture. Every family is under the SIL Open Font License. */
export type FontFamily = 'Manrope' | 'Cinzel' | 'Oswald' | 'Exo 2' | 'Baloo 2';

const faces: readonly { family: FontFamily; name: string; weight: 700 | 800; subsets: readonly string[] }[] = [
  { family: 'Manrope', name: 'manrope', weight: 800, subsets: ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'] },
  { family: 'Cinzel', name: 'cinzel', weight: 700, subsets: ['latin', 'latin-ext'] },
  { family: 'Oswald', name: 'oswald', weight: 700, subsets: ['latin', 'latin-ext', 'cyrillic', 'vietnamese'] },
  { family: 'Exo 2', name: 'exo-2', weight: 700, subsets: ['latin', 'latin-ext', 'cyrillic', 'vietnamese'] },
  { family: 'Baloo 2', name: 'baloo-2', weight: 700, subsets: ['latin', 'latin-ext', 'vietnamese'] },
];

interface Font {
  readonly family: FontFamily;
  readonly file: string;
  readonly sfnt: Bytes;
  /** Width of each character, as a share of the font's size. */
  readonly advances: ReadonlyMap<number, number>;
}

let loaded: readonly Font[] | null = null;
let directory: string | null = null;

function fonts(): readonly Font[] {
  const require = createRequire(import.meta.url);
  return (loaded ??= faces.flatMap(({ family, name, weight, subsets }) =>
    subsets.map((subset) => {
      const file = `${name}-${subset}-${weight}-normal`;
      const tables = readWoff(readFileSync(require.resolve(`@fontsource/${name}/files/${file}.woff`)));
      return { family, file: `${file}.ttf`, sfnt: toSfnt(tables), advances: readAdvances(tables) };
    }),
  ));
}

/** Weight to ask for in SVG. */
export function weightOf(family: FontFamily): number {
  return faces.find((face) => face.family === family)?.weight ?? 700;
}

/** Width of a text as a share of its size, without kerning; null when the family lacks one of its characters. */
export function textWidth(text: string, family: FontFamily): number | null {
  const own = fonts().filter((font) => font.family === family);
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const advance = own.find((font) => font.advances.has(code))?.advances.get(code);
    if (advance === undefined) return null;
    width += advance;
  }
  return width;
}

/**
 * Paths of TrueType files with the families' letters. resvg reads no WOFF and takes paths alone, and npm has only WOFF:
 * they are unpacked once into a temporary folder that only this user can read.
 */
export function fontFiles(families: ReadonlySet<string>): string[] {
  directory ??= unpacked();
  const folder = directory;
  return fonts()
    .filter(({ family }) => families.has(family))
    .map(({ file }) => join(folder, file));
}

/** One folder per user and set of fonts, shared by all processes: the content's hash is in its name. */
function unpacked(): string {
  const hash = createHash('sha256');
  for (const { file, sfnt } of fonts()) hash.update(file).update(sfnt);
  const folder = join(tmpdir(), `keyturn-fonts-${userInfo().uid}-${hash.digest('hex').slice(0, 16)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (statSync(folder).uid !== userInfo().uid) throw new Error(`${folder} belongs to somebody else.`);
  for (const { file, sfnt } of fonts()) {
    const target = join(folder, file);
    if (existsSync(target)) continue;
    // Another process may do the same at this moment: the last rename replaces a file by its equal.
    const partial = `${target}.${process.pid}`;
    writeFileSync(partial, sfnt);
    renameSync(partial, target);
  }
  return folder;
}

type Bytes = Buffer<ArrayBuffer>;
type Tables = ReadonlyMap<string, Bytes>;

/** WOFF 1.0: a list of tables, each packed by zlib. Source: https://www.w3.org/TR/WOFF/ */
function readWoff(woff: Bytes): Tables {
  return new Map(
    Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
      const entry = 44 + index * 20;
      const [offset, packed, length] = [woff.readUInt32BE(entry + 4), woff.readUInt32BE(entry + 8), woff.readUInt32BE(entry + 12)];
      const bytes = woff.subarray(offset, offset + packed);
      return [woff.toString('latin1', entry, entry + 4), packed < length ? inflateSync(bytes) : bytes];
    }),
  );
}

function toSfnt(tables: Tables): Bytes {
  const head = Buffer.alloc(12 + 16 * tables.size);
  head.writeUInt32BE(tables.has('CFF ') ? 0x4f54544f : 0x00010000, 0);
  head.writeUInt16BE(tables.size, 4);
  const parts = [head];
  let offset = head.length;
  for (const [index, [tag, bytes]] of [...tables].entries()) {
    const entry = 12 + index * 16;
    head.write(tag, entry, 'latin1');
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}

/** Reads the widths by `cmap` (format 4), `hhea`, `hmtx` and `head`. Source: the OpenType specification. */
function readAdvances(tables: Tables): Map<number, number> {
  const [cmap, hhea, hmtx, head] = ['cmap', 'hhea', 'hmtx', 'head'].map((tag) => tables.get(tag));
  const advances = new Map<number, number>();
  if (!cmap || !hhea || !hmtx || !head) return advances;
  const unitsPerEm = head.readUInt16BE(18);
  const lastMetric = hhea.readUInt16BE(34) - 1;
  const start = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.readUInt32BE(8 + i * 8)).find(
    (at) => cmap.readUInt16BE(at) === 4,
  );
  if (start === undefined) return advances;
  const segments = cmap.readUInt16BE(start + 6) / 2;
  for (let i = 0; i < segments; i++) {
    const end = cmap.readUInt16BE(start + 14 + i * 2);
    const first = cmap.readUInt16BE(start + 16 + segments * 2 + i * 2);
    const delta = cmap.readUInt16BE(start + 16 + segments * 4 + i * 2);
    const rangeAt = start + 16 + segments * 6 + i * 2;
    const range = cmap.readUInt16BE(rangeAt);
    for (let code = first; code <= end && code < 0xffff; code++) {
      const raw = range === 0 ? code : cmap.readUInt16BE(rangeAt + range + (code - first) * 2);
      const glyph = raw === 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph !== 0) advances.set(code, hmtx.readUInt16BE(Math.min(glyph, lastMetric) * 4) / unitsPerEm);
    }
  }
  return advances;
}
