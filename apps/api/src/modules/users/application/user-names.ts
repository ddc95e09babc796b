export interface UserName {
  readonly username: string;
  readonly lastname: string;
  /** Not to be shown; null where it is not verified, or there is none. */
  readonly verifiedEmail: string | null;
}

/** Names of accounts, for modules that show what they wrote. */
export abstract class UserNames {
  /** By the ids of the accounts; unknown ones are missing from the answer. */
  abstract ofIds(userIds: readonly string[]): Promise<ReadonlyMap<string, UserName>>;
}
