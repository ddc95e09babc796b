/** Tells whose calls are counted together. Answered by the users module. */
export abstract class Callers {
  /** The account that a token is good for; null for any other text. */
  abstract accountOf(token: string): Promise<string | null>;
}
