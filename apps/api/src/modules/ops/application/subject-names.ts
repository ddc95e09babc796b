import { Injectable } from '@nestjs/common';

/** Returns the id for this name (an order's number, a kinguinId); null if there is none. */
export type FindSubject = (name: string) => Promise<string | null>;

/** Finds subjects of the audit log by names besides their ids. The modules that own the subjects register finders. */
@Injectable()
export class SubjectNames {
  private readonly finders: FindSubject[] = [];

  add(find: FindSubject): void {
    this.finders.push(find);
  }

  /** The name itself, which may be an id, and the ids found for it. */
  async idsOf(name: string): Promise<string[]> {
    const found = await Promise.all(this.finders.map((find) => find(name)));
    return [...new Set([name, ...found.filter((id) => id !== null)])];
  }
}
