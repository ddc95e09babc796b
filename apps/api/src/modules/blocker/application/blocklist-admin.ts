import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../shared/domain-error.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { Clock, Transaction } from '../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';

export abstract class Blocklist {
  /** JSON in the wire's shape. */
  abstract networks(window: ListWindow): Promise<{ items: unknown[]; total: number }>;
  abstract countries(window: ListWindow): Promise<{ items: unknown[]; total: number }>;
  /** The network in CIDR notation that holds this address or range, host bits dropped; null for no address. */
  abstract networkOf(text: string): Promise<{ network: string; bits: number; isIpv6: boolean } | null>;
  abstract holds(network: string, address: string): Promise<boolean>;
  /** Returns the former reason; null for a new block. */
  abstract blockNetwork(network: string, reason: string, at: Date, actor: string): Promise<string | null>;
  /** Answers the reason; null where it was not blocked. */
  abstract freeNetwork(network: string): Promise<string | null>;
  abstract isCountry(code: string): boolean;
  /** The code of the country that is probably meant by an invalid one; null if none is similar. */
  abstract nearestCountry(text: string): string | null;
  abstract blockCountry(code: string, reason: string, at: Date, actor: string): Promise<string | null>;
  abstract freeCountry(code: string): Promise<string | null>;
}

/** Wider ranges are probably typing errors. */
const LEAST_BITS = { ipv4: 8, ipv6: 19 } as const;

export class BlockUnfit extends DomainError {
  readonly kind = 'invalid';
  override readonly details: DomainError['details'];
  constructor(field: string, message: string) {
    super(message);
    this.details = [{ field, message }];
  }
}

export class WouldShutYouOut extends DomainError {
  readonly kind = 'conflict';
  constructor() {
    super('You call from this network: the block would lock you out.');
  }
}

export class NotBlocked extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('This is not blocked.');
  }
}

/** Blocked networks and countries with reasons. Every process applies changes within a second. */
@Injectable()
export class BlocklistAdmin {
  constructor(
    private readonly blocklist: Blocklist,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Answers the network as it is blocked. @throws BlockUnfit, WouldShutYouOut */
  blockNetwork(text: string, act: StaffAct): Promise<string> {
    return this.transaction.run(async () => {
      const found = await this.blocklist.networkOf(text);
      if (!found) throw new BlockUnfit('network', 'Give an address or a range, such as 203.0.113.7 or 2001:db8::/32.');
      const least = found.isIpv6 ? LEAST_BITS.ipv6 : LEAST_BITS.ipv4;
      if (found.bits < least) throw new BlockUnfit('network', `This range is too wide: at least /${least} is needed.`);
      if (act.by.address !== null && (await this.blocklist.holds(found.network, act.by.address))) throw new WouldShutYouOut();
      const before = await this.blocklist.blockNetwork(found.network, act.reason, this.clock.now(), act.by.name);
      await this.note('blocker.network', 'network', found.network, before, act);
      return found.network;
    });
  }

  /** @throws NotBlocked */
  freeNetwork(text: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const network = (await this.blocklist.networkOf(text))?.network ?? '';
      const before = network === '' ? null : await this.blocklist.freeNetwork(network);
      if (before === null) throw new NotBlocked();
      await this.audit.record({
        ...act,
        action: 'blocker.network-free',
        subject: { type: 'network', id: network },
        before: { reason: before },
      });
    });
  }

  /** `code`: ISO 3166, two letters. @throws BlockUnfit */
  blockCountry(code: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const known = code.toUpperCase();
      if (!this.blocklist.isCountry(known)) throw this.unknownCountry(code);
      const before = await this.blocklist.blockCountry(known, act.reason, this.clock.now(), act.by.name);
      await this.note('blocker.country', 'country', known, before, act);
    });
  }

  /** A block of an invalid code can be removed, too. @throws NotBlocked, BlockUnfit */
  freeCountry(code: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.blocklist.freeCountry(code.toUpperCase());
      if (before === null) throw this.blocklist.isCountry(code.toUpperCase()) ? new NotBlocked() : this.unknownCountry(code);
      await this.audit.record({
        ...act,
        action: 'blocker.country-free',
        subject: { type: 'country', id: code.toUpperCase() },
        before: { reason: before },
      });
    });
  }

  private unknownCountry(code: string): BlockUnfit {
    const nearest = this.blocklist.nearestCountry(code);
    if (nearest === null) return new BlockUnfit('code', 'Give a country by its two letters, such as PL.');
    return new BlockUnfit('code', `No country has the code "${code.trim()}". Did you mean ${nearest}?`);
  }

  private note(action: string, type: string, id: string, before: string | null, act: StaffAct): Promise<void> {
    return this.audit.record({
      ...act,
      action,
      subject: { type, id },
      ...(before !== null && { before: { reason: before } }),
      after: { reason: act.reason },
    });
  }
}
