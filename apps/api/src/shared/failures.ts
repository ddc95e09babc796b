/** What failed while several things are done one after the other: one that fails must not keep those behind it waiting. */
export class Failures {
  private readonly causes: unknown[] = [];

  get isAny(): boolean {
    return this.causes.length > 0;
  }

  add(cause: unknown): void {
    this.causes.push(cause);
  }

  /** Does the work. Returns null where it failed, and keeps why. */
  async attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      this.add(error);
      return null;
    }
  }

  /** To call at the end, so that whoever runs the work learns of it. @throws what failed first, if anything did */
  raise(): void {
    if (this.isAny) throw this.causes[0];
  }
}
