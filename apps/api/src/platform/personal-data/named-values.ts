const NAMED = /(?<!:):(account|emails|ids|pseudonym|now|until)\b/g;
const TYPES = { account: 'text', emails: 'text[]', ids: 'text[]', pseudonym: 'text', now: 'timestamptz', until: 'timestamptz' } as const;

export interface NamedValues {
  readonly account: string | null;
  readonly emails: readonly string[];
  readonly ids: readonly string[];
  readonly pseudonym: string | null;
  readonly now: Date;
  readonly until: Date;
}

/** A statement with `:account` and the like as one with numbered parameters, and their values. */
export function numbered(statement: string, values: NamedValues): { text: string; parameters: unknown[] } {
  const names: (keyof typeof TYPES)[] = [];
  const text = statement.replaceAll(NAMED, (_all, name: keyof typeof TYPES) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}::${TYPES[name]}`;
  });
  return { text, parameters: names.map((name) => values[name]) };
}
