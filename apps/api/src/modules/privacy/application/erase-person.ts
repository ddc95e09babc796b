import { Injectable } from '@nestjs/common';
import { type Person, PersonalData } from '../../../shared/personal-data.ts';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { REMOVED_BUYERS } from '../../../shared/removed-buyers.ts';
import { AccountClosed, Users } from '../../users/index.ts';
import { ErasureBlocked } from '../domain/privacy-errors.ts';
import { type Erasure, Erasures } from './ports.ts';

/** Deletes what the shop stores about a person. Orders stay for accounting, under a pseudonym. */
@Injectable()
export class ErasePerson {
  constructor(
    private readonly data: PersonalData,
    private readonly erasures: Erasures,
    private readonly users: Users,
    private readonly transaction: Transaction,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * `alongside` runs in the same transaction, after the erasure. Returns the pseudonym. @throws ErasureBlocked while orders, refunds or
   * disputes are open; AccountClosed where the owner asks twice
   */
  async run(person: Person, askedBy: Erasure['askedBy'], alongside: (pseudonym: string) => Promise<void>): Promise<string> {
    await this.refuseIfBlocked(person);
    await this.data.eraseJobs(person);
    const pseudonym = `erased-${this.ids.next()}${REMOVED_BUYERS.erased}`;
    await this.transaction.run(async () => {
      // Whoever logs in or changes the account waits here, and finds it closed.
      const user = person.accountId === null ? null : await this.users.forUpdate(person.accountId);
      if (askedBy === 'owner' && user !== null && user.closedAt !== null) throw new AccountClosed();
      await this.refuseIfBlocked(person);
      await this.data.erase(person, pseudonym);
      const addressHashes = person.emails.map((email) => this.erasures.hashOf(email));
      await this.erasures.add({ pseudonym, accountId: person.accountId, addressHashes, askedBy, at: this.clock.now() });
      await alongside(pseudonym);
    });
    return pseudonym;
  }

  private async refuseIfBlocked(person: Person): Promise<void> {
    const sentences = await this.data.obstacles(person);
    if (sentences.length > 0) throw new ErasureBlocked(sentences);
  }
}
