import { Injectable } from '@nestjs/common';
import { HeedSignal } from './heed-signal.ts';
import { leftOfPayment } from '../../domain/left-of-payment.ts';
import { type DisputeState, PaymentProvider } from '../ports.ts';

const KINDS = { open: 'dispute', won: 'dispute-won', lost: 'dispute-lost' } as const;

/**
 * The one way from a bank's dispute to an order's state. An event is only the occasion: how the payment's disputes stand is asked of the
 * provider, so events may come late, twice or out of order.
 */
@Injectable()
export class SettleDispute {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly heedSignal: HeedSignal,
  ) {}

  /** Answers what came of it, in words for the record. @throws PaymentUnavailable */
  async run(intentId: string): Promise<string> {
    let state = await this.provider.dispute(intentId);
    let outcome = 'no dispute';
    while (state !== null) {
      outcome = await this.heedSignal.run(intentId, {
        kind: KINDS[state.outcome],
        reason: state.reason,
        page: this.provider.pageOf(intentId),
        ...(state.claim && { claim: state.claim }),
        ...(state.outcome === 'lost' && (await this.isRestLeft(intentId, state)) && { parts: state.lost }),
      });
      // Asked again after the order was written: another process may have written a newer answer in between, and ours over it.
      const now: DisputeState | null = await this.provider.dispute(intentId);
      if (now?.outcome === state.outcome) break;
      state = now;
    }
    return outcome;
  }

  /** Whether something is left of the payment: then the bank took no more than a part. */
  private async isRestLeft(intentId: string, { lost }: DisputeState): Promise<boolean> {
    return leftOfPayment(await this.provider.received(intentId), lost, await this.provider.refundsOf(intentId)) > 0;
  }
}
