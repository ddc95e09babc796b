/** Reason and time of a block. */
export abstract class Block {
  readonly reason: string;
  readonly createdAt: Date;
  readonly changedBy: string;

  constructor({ reason, at, actor }: { reason: string; at: Date; actor: string }) {
    this.reason = reason;
    this.createdAt = at;
    this.changedBy = actor;
  }

  /** Changes the reason; the time stays. */
  rewrite({ reason, actor }: { reason: string; actor: string }): void {
    Object.assign(this, { reason, changedBy: actor } satisfies Partial<Block>);
  }
}

export class BlockedNetwork extends Block {
  /** In CIDR notation. */
  readonly network: string;

  constructor(network: string, init: { reason: string; at: Date; actor: string }) {
    super(init);
    this.network = network;
  }
}

export class BlockedCountry extends Block {
  /** ISO 3166, two letters. */
  readonly code: string;

  constructor(code: string, init: { reason: string; at: Date; actor: string }) {
    super(init);
    this.code = code;
  }
}
