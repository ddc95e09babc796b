import { randomBytes, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { monotonicFactory } from 'ulid';
import { Clock, Ids } from '../../shared/ports.ts';

@Injectable()
export class RandomIds extends Ids {
  private readonly ulid = monotonicFactory();

  constructor(private readonly clock: Clock) {
    super();
  }

  override next(): string {
    return this.ulid(this.clock.now().getTime()).toLowerCase();
  }

  override orderNumber(): string {
    return `K${randomInt(100_000_000, 1_000_000_000)}`;
  }

  override token(): string {
    return randomBytes(32).toString('base64url');
  }
}
