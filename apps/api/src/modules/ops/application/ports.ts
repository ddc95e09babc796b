import type { ListWindow } from '../../../shared/list-window.ts';
import type { OpsKey, OpsKeyDraft } from '../domain/ops-key.ts';
import type { Operator } from '../domain/roles.ts';

export abstract class OpsKeys {
  /**
   * Stores a key whose secret part is `token`, hashed. Answers the text that its holder sends, which is never to be had again.
   * @throws OpsKeyNameTaken where a key that is not revoked has the name
   */
  abstract add(draft: OpsKeyDraft, token: string): Promise<{ key: OpsKey; text: string }>;
  /** The key that this text is, usable or not; null for any other text. */
  abstract prove(text: string): Promise<OpsKey | null>;
  abstract noteUse(id: string, at: Date): Promise<void>;
  /** By id, or by the name of one that is not revoked. Locks it until the transaction ends; after `lockedOwners`, where both are asked. */
  abstract forUpdate(idOrName: string): Promise<OpsKey | null>;
  /** Of one that `forUpdate` gave. */
  abstract save(key: OpsKey): Promise<void>;
  /** Ids of the owners' keys that open at this moment. Locked for the current transaction, so that two owners do not end each other. */
  abstract lockedOwners(at: Date): Promise<string[]>;
  /** Newest first, revoked and expired ones included. */
  abstract all(): Promise<OpsKey[]>;
}

type AuditValue = string | number | boolean | null | readonly AuditValue[] | { readonly [field: string]: AuditValue | undefined };

/** What somebody did or looked at. No keys, passwords or tokens of anybody, and no more of a person than the subject's id leads to. */
export interface AuditEntry {
  readonly by: Operator;
  /** Resource and verb: `orders.refund`, `keys.reveal`. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly before?: AuditValue;
  readonly after?: AuditValue;
  readonly reason?: string;
}

/** Who of the staff does something, and why. */
export interface StaffAct {
  readonly by: Operator;
  readonly reason: string;
}

/** A line of the log about one subject. */
export interface SubjectLine {
  /** Lines written later have higher ones. */
  readonly id: number;
  readonly at: Date;
  readonly subject: { readonly type: string; readonly id: string };
  readonly action: string;
  /** The name of the key that it was done with. */
  readonly by: string;
  /** Without fields that are null, as is `after`. */
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string | null;
  readonly requestId: string | null;
}

/** The append-only log of the shop's staff. The database refuses to change or remove a line. */
export abstract class Audit {
  /** Writes a line in the current transaction, so that it stands exactly where the change stands. */
  abstract record(entry: AuditEntry): Promise<void>;
  /** All lines about these subjects, oldest first. */
  abstract linesOf(subjects: readonly AuditEntry['subject'][]): Promise<SubjectLine[]>;
}

export interface AuditLine {
  readonly id: number;
  readonly at: string;
  readonly by: { readonly keyId: string; readonly name: string; readonly role: string };
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string | null;
  readonly requestId: string | null;
  readonly address: string | null;
}

export interface AuditFilter {
  /** Name or id of a key. */
  readonly by?: string;
  /** The whole action, or the resource that it begins with: `orders`. */
  readonly action?: string;
  readonly subjectType?: string;
  /** Any of these. */
  readonly subjectIds?: readonly string[];
  readonly from?: Date;
  readonly to?: Date;
}

export abstract class AuditReads {
  /** Newest first. `total` is exact up to the number at which lists stop counting. */
  abstract list(filter: AuditFilter, window: ListWindow): Promise<{ lines: AuditLine[]; total: number }>;
}
