const MOST = 10;
const LONGEST = 40;

/** Words of answers that the shop does not know, as a status of an order that is not documented: staff are told. */
export class UnknownWords {
  private readonly seen = new Set<string>();

  note(word: string): void {
    if (this.seen.size < MOST) this.seen.add(word.slice(0, LONGEST).replaceAll(/[^\w -]/g, '?'));
  }

  all(): readonly string[] {
    return [...this.seen];
  }
}
