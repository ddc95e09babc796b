import { Injectable } from '@nestjs/common';
import { type Person, PersonalData } from '../../../shared/personal-data.ts';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { REMOVED_BUYERS } from '../../../shared/removed-buyers.ts';
import { AccountClosed, ClosedAddresses, NotLoggedIn, Users } from '../../users/index.ts';
import { ErasureBlocked } from '../domain/privacy-errors.ts';
import { type Erasure, Erasures } from './ports.ts';

/**
 * Deletes what the shop stores about a person, the accounts included that had one of the addresses when staff closed them. Orders stay for
 * accounting, under a pseudonym for each account.
 */
@Injectable()
export class ErasePerson {
  constructor(
    private readonly data: PersonalData,
    private readonly erasures: Erasures,
    private readonly users: Users,
    private readonly closed: ClosedAddresses,
    private readonly transaction: Transaction,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * `alongside` runs in the same transaction, after the erasure. Returns the pseudonym. `loginVersion`: of the logins by which the owner asked
   * for it. @throws ErasureBlocked while orders, refunds or disputes are open; AccountClosed where the owner asks twice; NotLoggedIn where
   * another password was chosen meanwhile
   */
  async run(
    person: Person,
    askedBy: Erasure['askedBy'],
    alongside: (pseudonym: string) => Promise<void>,
    loginVersion: number | null = null,
  ): Promise<string> {
    const closed = (await this.closed.accountsOf(person.emails)).filter((id) => id !== person.accountId);
    const whole: readonly Person[] = [...closed.map((accountId) => ({ accountId, emails: [] })), person];
    for (const one of whole) await this.refuseIfBlocked(one);
    for (const one of whole) await this.data.eraseJobs(one);
    return this.transaction.run(async () => {
      // Whoever logs in or changes the account waits here, and finds it closed.
      const user = person.accountId === null ? null : await this.users.forUpdate(person.accountId);
      if (askedBy === 'owner' && user !== null && user.closedAt !== null) throw new AccountClosed();
      // Who has taken the account back from a thief by a new password keeps it.
      if (loginVersion !== null && user?.tokenVersion !== loginVersion) throw new NotLoggedIn();
      for (const one of whole) await this.refuseIfBlocked(one);
      const erased: Omit<Erasure, 'at'>[] = [];
      for (const one of whole) erased.push(await this.erase(one, askedBy));
      const pseudonym = erased.at(-1)?.pseudonym ?? '';
      await alongside(pseudonym);
      // At its end: what the staff wrote down about it is from before, and goes when it is repeated.
      for (const erasure of erased) await this.erasures.add({ ...erasure, at: this.clock.now() });
      return pseudonym;
    });
  }

  private async erase(person: Person, askedBy: Erasure['askedBy']): Promise<Omit<Erasure, 'at'>> {
    const pseudonym = `erased-${this.ids.next()}${REMOVED_BUYERS.erased}`;
    const addressHashes = person.emails.map((email) => this.erasures.hashOf(email));
    await this.data.erase({ ...person, otherIds: addressHashes }, pseudonym, this.clock.now());
    return { pseudonym, accountId: person.accountId, addressHashes, askedBy };
  }

  private async refuseIfBlocked(person: Person): Promise<void> {
    const sentences = await this.data.obstacles(person);
    if (sentences.length > 0) throw new ErasureBlocked(sentences);
  }
}
