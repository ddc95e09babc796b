import { Injectable } from '@nestjs/common';
import { Alerts, Clock, Throttle, Transaction } from '../../../shared/ports.ts';
import type { Operator } from '../../ops/index.ts';
import { TooManyKeyLooks, TooManyKeysGiven } from '../domain/key-errors.ts';

const HOUR_MS = 3_600_000;
const MOST_KEY_LOOKS = 20;
/** Whole batches fail at times: more than looks, and far less than a product has in stock. */
const MOST_KEYS_GIVEN = 50;

/** Whoever has a staff key for an hour, or a code of ten minutes, gets at few keys by it, and the shop is told. */
@Injectable()
export class StaffKeyLimits {
  constructor(
    private readonly throttle: Throttle,
    private readonly alerts: Alerts,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** Before a look at a key: stays counted where that fails. @throws TooManyKeyLooks */
  async look(by: Operator): Promise<void> {
    const seconds = await this.hit(by, 'key looks', MOST_KEY_LOOKS, `Wanted to see more than ${MOST_KEY_LOOKS} keys in an hour`);
    if (seconds !== null) throw new TooManyKeyLooks(seconds);
  }

  /** Before a buyer gets a new key, or another address gets the keys of an order. Not inside a transaction. @throws TooManyKeysGiven */
  async give(by: Operator): Promise<void> {
    const what = `Wanted to replace or redirect keys more than ${MOST_KEYS_GIVEN} times in an hour`;
    const seconds = await this.hit(by, 'keys given', MOST_KEYS_GIVEN, what);
    if (seconds !== null) throw new TooManyKeysGiven(seconds);
  }

  /** The alert is raised once an hour and operator. */
  private async hit({ keyId, name }: Operator, counted: string, most: number, what: string): Promise<number | null> {
    const seconds = await this.throttle.hit(`${counted} ${keyId}`, most, HOUR_MS, 'account');
    if (seconds === null) return null;
    const id = `${counted} ${keyId} ${Math.floor(this.clock.now().getTime() / HOUR_MS)}`;
    const detail = `${what}, and was refused.`;
    await this.transaction.run(() => this.alerts.raise({ kind: 'key-looks', id, about: name, detail }));
    return seconds;
  }
}
