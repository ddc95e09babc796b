import type { ListWindow } from '../../../../shared/list-window.ts';
import type { SupplierName } from '../ports.ts';

export const SYNC_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type SyncState = (typeof SYNC_STATES)[number];

/** `all`: all offers were read; `changes`: what changed since the one before, or what was asked about again. */
export const SYNC_KINDS = ['all', 'changes'] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];

/** Who asks for those that are due. */
export const SCHEDULE = 'schedule';

/** A synchronisation of all offers of a supplier. */
export interface Sync {
  readonly id: string;
  readonly supplier: SupplierName;
  /** Where it goes on; null: at the beginning, empty: all pages were read. */
  readonly cursor: string | null;
  readonly startedAt: Date;
  readonly tries: number;
  /** When its worker took it, or stored a page last: whoever takes it over has a later one. */
  readonly renewedAt: Date;
}

/** What pages of a supplier brought. */
interface SyncCounts {
  readonly products: number;
  readonly offers: number;
  readonly skipped: number;
  /** Products of which the price of the shop changed. */
  readonly repriced: number;
  /** Products that the catalogue did not have, and those that it has otherwise now. */
  readonly created: number;
  readonly updated: number;
}

export interface SyncReport extends SyncCounts {
  readonly id: string;
  readonly kind: SyncKind;
  readonly state: SyncState;
  readonly removed: number;
  readonly failure: string | null;
  readonly askedBy: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** How often all offers of a supplier are read, and what they change. */
export abstract class SyncRules {
  abstract readonly syncEveryMs: number;
  /** From one small synchronisation to the next. */
  abstract readonly changesEveryMs: number;
  /** Whether the catalogue takes in the products of a feed. */
  abstract readonly importsProducts: boolean;
}

/** A small synchronisation that has ended. */
export interface EndedChanges extends SyncCounts {
  readonly id: string;
  readonly supplier: SupplierName;
  readonly startedAt: Date;
  /** Null: it was complete. */
  readonly failure: string | null;
}

/** What a page brought. */
export interface SyncProgress extends SyncCounts {
  /** Where the next page begins; empty: there is none. */
  readonly next: string;
}

/** A synchronisation that is asked for. */
export interface AskedSync {
  readonly id: string;
  readonly supplier: SupplierName;
  readonly by: string;
  /** It removes offers where it saw so many products, also where far more are stored. */
  readonly fewestAccepted?: number | undefined;
}

/** `progress`, `removed`, `done`, `postpone` and `fail` change nothing where another worker has taken the synchronisation over meanwhile. */
export abstract class Syncs {
  /** Stores one for a worker. Returns the id of the one that is open already, if any, else `id`. One that is open accepts as few from then on. */
  abstract ask(asked: AskedSync, at: Date): Promise<string>;
  /** How many products it must have seen where staff accept far fewer than are stored; null: they do not. */
  abstract fewestAccepted(id: string): Promise<number | null>;
  /**
   * Takes the oldest one that is due, of one of these suppliers, or whose worker has given no sign of life since `silentSince`; null if there
   * is none.
   */
  abstract take(suppliers: readonly SupplierName[], at: Date, silentSince: Date): Promise<Sync | null>;
  /** Counts a page and stores where the next one begins. Answers what it is from then on; null: another worker has it. */
  abstract progress(taken: Sync, page: SyncProgress, at: Date): Promise<Sync | null>;
  /** Counts offers that were removed at its end. Answers as `progress` does. */
  abstract removed(taken: Sync, offers: number, at: Date): Promise<Sync | null>;
  abstract done(taken: Sync, at: Date): Promise<void>;
  /** Goes on at its cursor at `dueAt`. */
  abstract postpone(taken: Sync, failure: string | null, dueAt: Date): Promise<void>;
  /** Returns whether it was still the worker's. */
  abstract fail(taken: Sync, failure: string, at: Date): Promise<boolean>;
  /** Stores a small one. */
  abstract ended(changes: EndedChanges, at: Date): Promise<void>;
  /** When the latest complete one, of whichever kind, began; null where there is none. */
  abstract seenSince(supplier: SupplierName): Promise<Date | null>;
  /** The latest one of all offers of a supplier; null where there is none. */
  abstract latest(supplier: SupplierName): Promise<SyncReport | null>;
  /** Newest first. */
  abstract list(supplier: SupplierName, window: ListWindow): Promise<{ items: SyncReport[]; total: number }>;
  /** Null for an unknown one. */
  abstract ofId(id: string): Promise<SyncReport | null>;
}
