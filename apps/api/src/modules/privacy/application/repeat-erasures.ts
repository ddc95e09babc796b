import { Injectable } from '@nestjs/common';
import { type Person, PersonalData } from '../../../shared/personal-data.ts';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { type Erasure, Erasures } from './ports.ts';

const DAY_MS = 86_400_000;
/** A payment provider may report something about an order for so long. */
const REPEATED_DAYS = 130;

interface Repeated {
  /** How many this database did not know. */
  readonly count: number;
  /** The pseudonyms of those that have addresses, of which this database has none. */
  readonly unfound: readonly string[];
}

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
    const since = new Date(this.clock.now().getTime() - REPEATED_DAYS * DAY_MS);
    for (const { accountId, pseudonym, addressHashes, at } of await this.erasures.since(since))
      await this.transaction.run(() => this.data.erase({ accountId, emails: [], otherIds: addressHashes }, pseudonym, at));
  }

  /** Repeats those of `list` that this database does not know: they came after its backup. With `again`, those that it knows, too. */
  async ofList(list: readonly Erasure[], { again = false } = {}): Promise<Repeated> {
    const known = new Set(again ? [] : (await this.erasures.since(new Date(0))).map(({ pseudonym }) => pseudonym));
    const missing = list.filter(({ pseudonym }) => !known.has(pseudonym));
    const addresses = missing.length === 0 ? [] : await this.data.addresses();
    const addressOf = new Map(addresses.flatMap((email) => this.erasures.hashesOf(email).map((hash) => [hash, email] as const)));
    const unfound: string[] = [];
    for (const erasure of missing) {
      const { accountId, addressHashes, pseudonym, at } = erasure;
      const emails = addressHashes.flatMap((hash) => addressOf.get(hash) ?? []);
      if (addressHashes.length > 0 && emails.length === 0) unfound.push(pseudonym);
      const person: Person = { accountId, emails, otherIds: addressHashes };
      await this.data.eraseJobs(person);
      await this.transaction.run(async () => {
        await this.data.erase(person, pseudonym, at);
        await this.erasures.add(erasure);
      });
    }
    return { count: missing.length, unfound };
  }
}
