import { REGISTER_GROUPS } from './index.ts';
import { isPersonal, KINDS, type PersonalKind, type PersonalTable, type Register } from './register.ts';

const KIND_ORDER = Object.keys(KINDS) as PersonalKind[];

/** The tables of the register in Markdown, for the part of `docs/privacy.md` that is written by a command. */
export function registerPage(groups: Readonly<Record<string, Register>> = REGISTER_GROUPS): string {
  const kinds = KIND_ORDER.map((kind) => `| ${kind} | ${KINDS[kind]} |`).join('\n');
  const parts = Object.entries(groups).map(([name, register]) => `### ${name}\n\n${personalTables(register)}${otherTables(register)}`);
  return `## Kinds of data\n\n| Kind | What it is |\n| --- | --- |\n${kinds}\n\n## Tables\n\n${parts.join('\n')}`;
}

function personalTables(register: Register): string {
  const tables = Object.entries(register).filter((entry): entry is [string, PersonalTable] => isPersonal(entry[1]));
  return tables.map(([name, table]) => `${partOf(name, table)}\n\n`).join('');
}

/** A list and no table: one change is one line, and two changes are merged. */
function partOf(name: string, { of, purpose, basis, kept, onErasure, clearedEarlier = {}, columns }: PersonalTable): string {
  const personal = KIND_ORDER.flatMap((kind) => {
    const named = columns[kind];
    return named === undefined ? [] : [`- ${kind}: ${named.map((column) => `\`${column}\``).join(', ')}`];
  });
  const earlier = Object.entries(clearedEarlier).map(([column, when]) => `; \`${column}\`: ${when}`);
  return [
    `#### \`${name}\`\n`,
    `Data of ${of}, to ${purpose}. Basis: ${basis}. Kept: ${kept}${earlier.join('')}. On erasure: ${onErasure}.\n`,
    ...personal,
  ].join('\n');
}

/** What has no personal data, and which of it names the staff. */
function otherTables(register: Register): string {
  const others = Object.entries(register).filter(([, table]) => !isPersonal(table));
  if (others.length === 0) return '';
  const naming = others.filter(([, { columns }]) => columns.staff !== undefined);
  const list = (tables: typeof others) => tables.map(([name]) => `\`${name}\``).join(', ');
  const staff =
    naming.length === 0 ? '' : ` Of these, ${list(naming)} name the staff key that made a change, for as long as the row stays.`;
  return `No personal data of customers: ${list(others)}.${staff}\n`;
}
