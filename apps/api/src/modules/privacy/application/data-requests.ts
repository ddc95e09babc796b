import { Injectable } from '@nestjs/common';
import { type ExportedData, type Person, PersonalData } from '../../../shared/personal-data.ts';
import { Transaction } from '../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';
import { AccountNotFound, Users } from '../../users/index.ts';
import { ErasureNotConfirmed, PersonNotNamed } from '../domain/privacy-errors.ts';
import { ErasePerson } from './erase-person.ts';
import { type Erasure, Erasures } from './ports.ts';

/** A customer by id, anybody by address, or a customer who also bought with another address. The staff has made sure that it is that person. */
export interface NamedPerson {
  readonly customer?: string | undefined;
  readonly email?: string | undefined;
}

/** Written requests of people, answered by the staff. Each is in the audit log, without the address. */
@Injectable()
export class DataRequests {
  constructor(
    private readonly data: PersonalData,
    private readonly erasePerson: ErasePerson,
    private readonly erasures: Erasures,
    private readonly users: Users,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
  ) {}

  /** @throws PersonNotNamed, AccountNotFound */
  async export(named: NamedPerson, { by, reason }: StaffAct): Promise<ExportedData> {
    const person = await this.personOf(named, 'proved');
    const data = await this.data.export(person);
    const after = { subjects: Object.keys(data).length };
    await this.transaction.run(() => this.audit.record({ by, action: 'privacy.export', subject: this.subjectOf(person), after, reason }));
    return data;
  }

  /** Returns the pseudonym of what stays. @throws PersonNotNamed, AccountNotFound, ErasureNotConfirmed, ErasureBlocked */
  async erase(named: NamedPerson, isConfirmed: boolean, { by, reason }: StaffAct): Promise<string> {
    const person = await this.personOf(named, 'any');
    if (!isConfirmed) throw new ErasureNotConfirmed();
    return this.erasePerson.run(person, 'staff', (pseudonym) =>
      this.audit.record({ by, action: 'privacy.erase', subject: this.subjectOf(person), after: { pseudonym }, reason }),
    );
  }

  /** Oldest first: what a restored backup must repeat. */
  all(): Promise<Erasure[]> {
    return this.erasures.since(new Date(0));
  }

  /**
   * Anybody may sign up with the address of somebody else: until that is verified, orders with it are not the customer's, and what the
   * account did is not shown to the owner of the address (`proved`). Erased it is, because it has the address.
   */
  private async personOf({ customer, email }: NamedPerson, accountOfAddress: 'proved' | 'any'): Promise<Person> {
    const addresses = email === undefined ? [] : [email.trim().toLowerCase()];
    if (customer === undefined) {
      const [address] = addresses;
      if (address === undefined) throw new PersonNotNamed();
      const account = await this.users.withEmail(address);
      const isTheirs = account !== null && (accountOfAddress === 'any' || account.emailVerifiedAt !== null);
      return { accountId: isTheirs ? account.id : null, emails: addresses };
    }
    const user = await this.users.withId(customer);
    if (user === null) throw new AccountNotFound();
    const own = user.email === null || user.emailVerifiedAt === null ? [] : [user.email];
    return { accountId: user.id, emails: [...new Set([...own, ...addresses])] };
  }

  /** A guest by the hash of the address: by that an erasure finds the reason, which may name the person. */
  private subjectOf({ accountId, emails: [email = ''] }: Person): { type: string; id: string } {
    return accountId === null ? { type: 'guest', id: this.erasures.hashOf(email) } : { type: 'customer', id: accountId };
  }
}
