const MOST = 10;
const LONGEST = 40;

/** Statuses of orders that a supplier does not document: what has one may still change, and staff are told. */
export class UnknownStatuses {
  private readonly seen = new Set<string>();

  note(status: string): void {
    if (this.seen.size < MOST) this.seen.add(status.slice(0, LONGEST).replaceAll(/[^\w -]/g, '?'));
  }

  all(): readonly string[] {
    return [...this.seen];
  }
}
