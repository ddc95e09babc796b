/** An erasure that was done, without anything that names the person. */
export interface Erasure {
  /** The address under which its orders stay. */
  readonly pseudonym: string;
  readonly accountId: string | null;
  /** Keyed hashes of the addresses. */
  readonly addressHashes: readonly string[];
  readonly askedBy: 'owner' | 'staff';
  readonly at: Date;
}

/** The list of erasures, to repeat them on what a backup brings back. */
export abstract class Erasures {
  abstract add(erasure: Erasure): Promise<void>;
  /** Since then, oldest first. */
  abstract since(at: Date): Promise<Erasure[]>;
  /** The same for the same address, and nobody without the secret of this shop can find the address by it. */
  abstract hashOf(email: string): string;
  /** Under which a list may have the address: that one, and that of versions before. */
  abstract hashesOf(email: string): readonly string[];
}
