import type { ListWindow } from '../../../shared/list-window.ts';
import type { OpsKey, OpsKeyDraft } from '../domain/ops-key.ts';
import type { Operator } from '../domain/roles.ts';

export abstract class OpsKeys {
  /**
   * Stores a key whose secret part is `token`, hashed. Returns the text of the key, which cannot be read again.
   * @throws OpsKeyNameTaken where a key that is not revoked has the name
   */
  abstract add(draft: OpsKeyDraft, token: string): Promise<{ key: OpsKey; text: string }>;
  /** The key of this text, usable or not; null for an unknown one. */
  abstract prove(text: string): Promise<OpsKey | null>;
  abstract noteUse(id: string, at: Date): Promise<void>;
  /** By id, or by the name of one that is not revoked. Locks it until the transaction ends; after `lockedOwners`, where both are asked. */
  abstract forUpdate(idOrName: string): Promise<OpsKey | null>;
  /** Of one that `forUpdate` gave. */
  abstract save(key: OpsKey): Promise<void>;
  /** Ids of the currently valid owners' keys. Locked for the current transaction, so that two owners cannot revoke each other. */
  abstract lockedOwners(at: Date): Promise<string[]>;
  /** Newest first, revoked and expired ones included. */
  abstract all(): Promise<OpsKey[]>;
}

type AuditValue = string | number | boolean | null | readonly AuditValue[] | { readonly [field: string]: AuditValue | undefined };

/** An action or view by staff. Contains no keys, passwords or tokens, and no personal data besides the subject's id. */
export interface AuditEntry {
  readonly by: Operator;
  /** Resource and verb: `orders.refund`, `keys.reveal`. */
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly before?: AuditValue;
  readonly after?: AuditValue;
  readonly reason?: string;
}

/** The staff member and the reason of an action. */
export interface StaffAct {
  readonly by: Operator;
  readonly reason: string;
}

/** An entry of the audit log about one subject. */
export interface SubjectLine {
  /** Increases with time. */
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

/** The append-only audit log. The database refuses to change or delete entries. */
export abstract class Audit {
  /** Adds an entry in the current transaction, so that it commits with the change. */
  abstract record(entry: AuditEntry): Promise<void>;
  /** All entries about these subjects, oldest first. */
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
