import type { Alert, AlertKind } from '../../../shared/ports.ts';

/** Alerts that were raised, and which mail tells of which. */
export abstract class AlertRows {
  /** A second one of the same kind and id changes nothing. */
  abstract add(alert: Alert): Promise<void>;
  /** Kinds of which something is to be told. */
  abstract open(): Promise<AlertKind[]>;
  /**
   * Gives all that is to be told of a kind to the mail `mailId`, in the current transaction, unless a mail of this kind was planned after `before`:
   * false then. However many ask at a time, one is answered true.
   */
  abstract give(kind: AlertKind, mailId: string, at: Date, before: Date): Promise<boolean>;
  /** What a mail tells of, oldest first. */
  abstract ofMail(mailId: string): Promise<Alert[]>;
  /** Forgets alerts that were raised before `before`. */
  abstract purge(before: Date): Promise<void>;
}
