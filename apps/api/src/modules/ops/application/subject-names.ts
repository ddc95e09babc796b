import { Injectable } from '@nestjs/common';

/** Answers the id of what has this name (an order's number, a kinguinId); null where nothing has it. */
export type FindSubject = (name: string) => Promise<string | null>;

/** By which names the subjects of the audit log are known besides their ids. The modules that own the subjects add how theirs are found. */
@Injectable()
export class SubjectNames {
  private readonly finders: FindSubject[] = [];

  add(find: FindSubject): void {
    this.finders.push(find);
  }

  /** The name itself, which may be an id, and the ids of all that has this name. */
  async idsOf(name: string): Promise<string[]> {
    const found = await Promise.all(this.finders.map((find) => find(name)));
    return [...new Set([name, ...found.filter((id) => id !== null)])];
  }
}
