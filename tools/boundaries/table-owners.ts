import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/*
 * Who owns which table, read from texts of the source; nothing runs. Not seen:
 * - a name that is put together while the program runs: `sql.table(name)`, `${name}` behind `from`;
 * - rows that are read or written through the mapping of another module, `em.find(Order, …)`: the import rules refuse that import;
 * - `public.letter`, names with capitals in quotes, `table letter`, `copy letter`, and keywords that are neither all lower nor all upper case;
 * - a table called like something that its statement defines itself (`with letter as …`): it counts as that table;
 * - what triggers, views and functions of the schema do, and anything outside the TypeScript of the scanned folder.
 */

/** One place where SQL, a mapping or a query builder names a table. */
export interface TableUse {
  /** From the root, with slashes. */
  readonly file: string;
  readonly table: string;
  readonly writes: boolean;
}

/** What is no part of the running application, or changes the schema for all owners at once. */
const LEFT_OUT = /\.(?:spec|cases|prove|contract)\.ts$|\/testing\/|\/migrations\//;
/** Tables that the application reads and does not write, and who writes them. */
const WRITTEN_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['clock', 'the migration inserts its only row, and tests of whole shops move it'],
]);
/** Without a word of these a file holds no SQL: parsing is what takes time. */
const MAY_HOLD_SQL =
  /sql`|sql\.raw|tableName|(?:insert|merge) into |delete from |\bupdate \w+ |\bselect\b|lock table |\bjoin |[.](?:selectFrom|insertInto|updateTable|deleteFrom)\(/;
/** Other texts are prose, even where they say "from". */
const IS_SQL =
  /\b(?:select|with \w+ as|insert into|merge into|delete from|update \w+ (?:\w+ )?set|lock table|truncate)\b|\bjoin \w+.* (?:on|using)\b|^\s*(?:from|join|where)\b/s;
const BUILDER_WRITES = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const BUILDER_READS = new Set(['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin', 'using']);
/** A list of tables that is put behind the `from` of another text. */
const IS_LIST =
  /^\s*(?!select\b|with\b|case\b|not\b)[a-z_]\w*(?:\s+(?!and\b|or\b|in\b|is\b|left\b|inner\b|cross\b|join\b)\w+)?\s*(?:$|,|(?:left |inner |cross )?join\b)/;
const NO_ALIAS =
  'where|join|left|right|inner|cross|full|natural|on|using|order|group|having|limit|offset|fetch|for|set|union|except|intersect|returning|values|window|tablesample|and|or|then|else|end|default|do|as';

/** Where each table is used in SQL of the TypeScript below `folder`. */
export function tableUses(root: string, folder: string): TableUse[] {
  return sourceFiles(root, folder)
    .filter((file) => !LEFT_OUT.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return MAY_HOLD_SQL.test(inLowerCase(text)) ? usesIn(file, text) : [];
    });
}

/** All tables and views that the migrations in `folder` have ever made. */
export function tablesMade(root: string, folder: string): ReadonlySet<string> {
  const made = /\bcreate (?:unlogged )?(?:table|view|materialized view) (?:if not exists )?(\w+)|\balter table \w+ rename to (\w+)/g;
  return new Set(
    sourceFiles(root, folder)
      .filter((file) => !file.endsWith('.spec.ts'))
      .flatMap((file) =>
        [...inLowerCase(readFileSync(join(root, file), 'utf8')).matchAll(made)].map(([, table, renamed]) => table ?? renamed ?? ''),
      ),
  );
}

/** Tables of `made` that are read and that nothing writes, save those of `elsewhere`; and what stands in `elsewhere` for nothing. */
export function unwrittenTables(
  uses: readonly TableUse[],
  made: ReadonlySet<string>,
  elsewhere: ReadonlyMap<string, string> = WRITTEN_ELSEWHERE,
): string[] {
  const written = new Set(uses.filter(({ writes }) => writes).map(({ table }) => table));
  const unwritten = uses.filter(({ table }) => made.has(table) && !written.has(table));
  const found = unwritten
    .filter(({ table }) => !elsewhere.has(table))
    .map(({ file, table }) => `${file} reads ${table}, which nothing writes`);
  const idle = [...elsewhere.keys()].filter((table) => !unwritten.some((use) => use.table === table));
  return [...new Set([...found, ...idle.map((table) => `${table} is listed as written elsewhere without need`)])].sort();
}

/** What breaks the rule that a table is read and written by one owner, a module or a folder of `platform`; its owner is the one that writes it. */
export function foreignTableUses(uses: readonly TableUse[]): string[] {
  const writers = Map.groupBy(
    uses.filter(({ writes }) => writes),
    ({ table }) => table,
  );
  const owners = new Map([...writers].map(([table, by]) => [table, [...new Set(by.map(({ file }) => ownerOf(file)))].sort()]));
  const violations = uses.flatMap(({ file, table, writes }) => {
    const by = owners.get(table) ?? [];
    const isForeign = by.some((owner) => owner !== ownerOf(file));
    // Where two write a table, those who read it cannot know whose it is.
    if (!isForeign || (by.length > 1 && !writes)) return [];
    return `${file} ${writes ? 'writes' : 'reads'} ${table} of ${by.join(' and ')}`;
  });
  return [...new Set(violations)].sort();
}

/** The module, the folder of `platform`, or another folder or file right below `src`. */
function ownerOf(file: string): string {
  const [first = '', second = ''] = file.slice(file.indexOf('/src/') + '/src/'.length).split('/');
  return first === 'modules' || first === 'platform' ? `${first}/${second}` : first;
}

function sourceFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

/** Words in capitals alone as small letters: keywords are often written so. Others may be prose. */
function inLowerCase(text: string): string {
  return text.replaceAll(/\b[A-Z_]{2,}\b/g, (word) => word.toLowerCase());
}

function usesIn(file: string, text: string): TableUse[] {
  const uses: TableUse[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    const isTagged = ts.isTaggedTemplateExpression(node) && node.tag.getText(source).startsWith('sql');
    const raw = ts.isTaggedTemplateExpression(node) ? textOf(node.template) : textOf(node);
    const literal = raw === null ? null : inLowerCase(raw);
    if (literal !== null && (isTagged || IS_SQL.test(literal))) uses.push(...inSql(file, literal, isTagged));
    const named = namedOutsideSql(node);
    if (named !== null) uses.push({ file, ...named });
    if (ts.isTaggedTemplateExpression(node)) {
      if (ts.isTemplateExpression(node.template)) node.template.templateSpans.forEach(({ expression }) => visit(expression));
    } else ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  visit(source);
  return uses;
}

/** The text of a literal, with `$` where a value or another text is put in; null for any other node. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' $ ');
}

/** `tableName: 'x'` of a mapping, and `selectFrom('x')` and the like of a query builder. */
function namedOutsideSql(node: ts.Node): Omit<TableUse, 'file'> | null {
  if (
    ts.isPropertyAssignment(node) &&
    ts.isIdentifier(node.name) &&
    node.name.text === 'tableName' &&
    ts.isStringLiteralLike(node.initializer)
  )
    return { table: node.initializer.text, writes: true };
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const [first] = node.arguments;
  const called = node.expression.name.text;
  if (first === undefined || !ts.isStringLiteralLike(first) || !(BUILDER_WRITES.has(called) || BUILDER_READS.has(called))) return null;
  return { table: first.text.split(' ')[0] ?? '', writes: BUILDER_WRITES.has(called) };
}

function inSql(file: string, text: string, isTagged: boolean): TableUse[] {
  const written = [
    ...text.matchAll(/\b(?:insert into|merge into|delete from(?: only)?|truncate(?: table)?)\s+"?([a-z_]\w*)/g),
    ...text.matchAll(/\bupdate\s+(?:only\s+)?"?([a-z_]\w*)"?(?=\s+(?:(?:as\s+)?\w+\s+)?set\b)/g),
  ].map(([, table = '']) => ({ file, table, writes: true }));
  const read = [...text.matchAll(/\b(?:from|join|using|lock table)\s/g)].flatMap(({ index, 0: keyword }) =>
    listed(text, index + keyword.length),
  );
  if (isTagged && IS_LIST.test(text)) read.push(...listed(text, 0));
  return [...written, ...read.map((table) => ({ file, table, writes: false }))];
}

/** The tables of a list like `a, only b as c, lateral (…) d, e` that begins at `start`. */
function listed(text: string, start: number): string[] {
  const tables: string[] = [];
  const item = /\s*(?:lateral\s+|only\s+)?(?:"?([a-z_]\w*)"?(?![\w.]))?\s*(\()?/y;
  const alias = new RegExp(`\\s*(?:as\\s+)?(?:(?!(?:${NO_ALIAS})\\b)[a-z_]\\w*\\b)?(?:\\s*\\([^()]*\\))?\\s*(,)?`, 'y');
  for (let at = start, goesOn = true; goesOn;) {
    item.lastIndex = at;
    const [whole = '', table, bracket] = item.exec(text) ?? [];
    if (whole.trim() === '') break;
    at += whole.length;
    if (bracket === undefined) tables.push(table ?? '');
    else at = behindBracket(text, at);
    alias.lastIndex = at;
    const [rest = '', comma] = alias.exec(text) ?? [];
    at += rest.length;
    goesOn = comma !== undefined;
  }
  return tables.filter((table) => table !== '');
}

function behindBracket(text: string, start: number): number {
  let depth = 1;
  let at = start;
  for (; at < text.length && depth > 0; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
  }
  return at;
}
