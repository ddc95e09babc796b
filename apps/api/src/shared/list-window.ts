/** A part of a list: `limit` entries after the first `offset`. */
export interface ListWindow {
  readonly offset: number;
  readonly limit: number;
}
