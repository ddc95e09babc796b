/** The terms as they were shown from some instant on. */
export interface TermsVersion {
  /** Day of publication and the start of the digest of the text, `2026-11-21-3f2a9c1d0b12`. */
  readonly version: string;
  /** Plain text, an empty line between paragraphs: terms and conditions, and the refund policy. */
  readonly text: string;
  readonly since: Date;
}

/** Versions of the terms that buyers accept. A text is stored when somebody accepts it first, and never changed. */
export abstract class Terms {
  /** The version that the shop shows now, which is stored; null where it has no such page. */
  abstract current(): Promise<string | null>;
  /** Null for an unknown one. */
  abstract ofVersion(version: string): Promise<TermsVersion | null>;
}
