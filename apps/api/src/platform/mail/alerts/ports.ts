import type { Alert, AlertKind } from '../../../shared/ports.ts';

/** Raised alerts, and the mails that report them. */
export abstract class AlertRows {
  /** A second one of the same kind and id changes nothing. */
  abstract add(alert: Alert): Promise<void>;
  /** Kinds with alerts that were not mailed yet. */
  abstract open(): Promise<AlertKind[]>;
  /**
   * Assigns all alerts of a kind that were not mailed yet to the mail `mailId`, in the current transaction; false if a mail of this kind was
   * planned after `before`. Of concurrent calls only one returns true.
   */
  abstract give(kind: AlertKind, mailId: string, at: Date, before: Date): Promise<boolean>;
  /** The alerts of a mail, oldest first. */
  abstract ofMail(mailId: string): Promise<Alert[]>;
  /** Deletes alerts that were raised before `before`. */
  abstract purge(before: Date): Promise<void>;
}
