/** What a column holds. The order is that of the page. */
export const KINDS = {
  name: 'name of a person or company',
  contact: 'e-mail address or phone number',
  place: 'country, postal code',
  network: 'network address',
  browser: 'browser id, or name of a browser',
  secret: 'hash of a password or of a mailed link',
  payment: 'references and data of a payment',
  text: 'text that a person wrote',
  file: 'file that a person sent',
  reference: 'id that leads to a person',
  activity: 'what a person did, and when',
  staff: 'name or id of a staff key',
} as const;
export type PersonalKind = keyof typeof KINDS;

/** A table with personal data of people who are not staff. */
export interface PersonalTable {
  /** Whose data. */
  readonly of: 'customers' | 'visitors' | 'subscribers' | 'staff';
  /** What for: continues "to …". */
  readonly purpose: string;
  /** Article 6 (1) of the GDPR. */
  readonly basis: 'contract' | 'consent' | 'legal obligation' | 'legitimate interest';
  /** How long rows are kept; settings by name. */
  readonly kept: string;
  /** What happens to the rows of a person who is erased. */
  readonly onErasure: string;
  /** Columns that are cleared before the row is deleted, and when. */
  readonly clearedEarlier?: Readonly<Record<string, string>>;
  readonly columns: Readonly<Partial<Record<PersonalKind | 'none', readonly string[]>>>;
}

/** A table that names staff at most. `none`: columns without personal data. */
export interface ShopTable {
  readonly columns: Readonly<Partial<Record<'staff' | 'none', readonly string[]>>>;
}

/** By table; tables of another schema than `public` with its name: `bullmq.job`. */
export type Register = Readonly<Record<string, PersonalTable | ShopTable>>;

export function isPersonal(table: PersonalTable | ShopTable): table is PersonalTable {
  return 'purpose' in table;
}

/** Each column of the register once, as `table.column`. A column that is listed twice is named twice. */
export function classifiedColumns(register: Register): string[] {
  return Object.entries(register).flatMap(([table, { columns }]) =>
    Object.values(columns).flatMap((names) => names.map((name) => `${table}.${name}`)),
  );
}
