import { Injectable } from '@nestjs/common';
import { type Person, PersonalData } from '../../../shared/personal-data.ts';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { type Erasure, Erasures } from './ports.ts';

const DAY_MS = 86_400_000;
/** A payment provider may report something about an order for so long. */
const REPEATED_DAYS = 130;

/** Erases again what comes after an erasure: events of the payment provider, and the rows of a restored backup. */
@Injectable()
export class RepeatErasures {
  constructor(
    private readonly data: PersonalData,
    private readonly erasures: Erasures,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** What came for the accounts and orders of recent erasures. By address nothing is erased: its owner may be a customer again. */
  async run(): Promise<void> {
    for (const { accountId, pseudonym } of await this.erasures.since(new Date(this.clock.now().getTime() - REPEATED_DAYS * DAY_MS)))
      await this.transaction.run(() => this.data.erase({ accountId, emails: [] }, pseudonym));
  }

  /** Repeats those of `list` that this database does not know: they came after its backup. Returns how many. */
  async ofList(list: readonly Erasure[]): Promise<number> {
    const known = new Set((await this.erasures.since(new Date(0))).map(({ pseudonym }) => pseudonym));
    const missing = list.filter(({ pseudonym }) => !known.has(pseudonym));
    if (missing.length === 0) return 0;
    const addressOf = new Map((await this.data.addresses()).map((email) => [this.erasures.hashOf(email), email]));
    for (const erasure of missing) {
      const emails = erasure.addressHashes.flatMap((hash) => addressOf.get(hash) ?? []);
      const person: Person = { accountId: erasure.accountId, emails };
      await this.data.eraseJobs(person);
      await this.transaction.run(async () => {
        await this.data.erase(person, erasure.pseudonym);
        await this.erasures.add(erasure);
      });
    }
    return missing.length;
  }
}
