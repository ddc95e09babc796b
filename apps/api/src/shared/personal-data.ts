/** A person as the shop knows one: an account, addresses that were proved to be theirs, or both. */
export interface Person {
  readonly accountId: string | null;
  /** In lower case. */
  readonly emails: readonly string[];
  /** By what else rows name the person. */
  readonly otherIds?: readonly string[];
}

/** By subject, such as `orders`: rows with readable names, instants as ISO text. Subjects without rows are left out. */
export type ExportedData = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** All that the modules store about people, each of its own tables (`platform/personal-data`). */
export abstract class PersonalData {
  /** What is stored about a person, without keys, hashes and internal ids. */
  abstract export(person: Person): Promise<ExportedData>;
  /**
   * Why the person cannot be erased now, a sentence each; empty if nothing is in the way. Locks in the current transaction what others may
   * change into an obstacle (`PersonalRows.lock`): the answer holds until its end.
   */
  abstract obstacles(person: Person): Promise<readonly string[]>;
  /**
   * Deletes what is stored about a person, in the current transaction. What accounting needs stays, under `pseudonym`, which takes the place
   * of the address. Repeated with the same pseudonym, it also deletes what came meanwhile. Alerts and what the staff did after `at`, the time
   * of the erasure, stay: they know no more of the person.
   */
  abstract erase(person: Person, pseudonym: string, at: Date): Promise<void>;
  /** Deletes jobs that name the person. Outside of the transaction, for the queue may be in Redis: call it before `erase`. */
  abstract eraseJobs(person: Person): Promise<void>;
  /** Every address that is stored anywhere, to find those of a list of hashes. */
  abstract addresses(): Promise<readonly string[]>;
}
