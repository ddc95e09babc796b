import { Injectable } from '@nestjs/common';
import { HandleDisputeEvent } from './handle-dispute-event.ts';
import { leftOfPayment } from '../../domain/left-of-payment.ts';
import type { DisputeState, PaymentProvider } from '../ports.ts';
import { PaymentProviders } from '../payment-providers.ts';

const KINDS = { open: 'dispute', won: 'dispute-won', lost: 'dispute-lost' } as const;

/**
 * The only code that applies disputes to orders. An event is only a trigger: the current state of the payment's disputes is read from the
 * provider, so events may come late, twice or out of order.
 */
@Injectable()
export class SettleDispute {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly handleDisputeEvent: HandleDisputeEvent,
  ) {}

  /** `providerName`: who took the payment. Answers what came of it, in words for the record. @throws PaymentUnavailable */
  async run(intentId: string, providerName: string): Promise<string> {
    const provider = this.providers.named(providerName);
    let state = await provider.dispute(intentId);
    let outcome = 'no dispute';
    while (state !== null) {
      outcome = await this.handleDisputeEvent.run(intentId, providerName, {
        kind: KINDS[state.outcome],
        reason: state.reason,
        page: provider.pageOf(intentId),
        ...(state.claim && { claim: state.claim }),
        ...(state.ended && { ended: state.ended }),
        ...(state.outcome === 'lost' && (await isRestLeft(provider, intentId, state)) && { parts: state.lost }),
      });
      // Read again after the order was written: another process may have applied a newer state in between, overwritten by ours.
      const now: DisputeState | null = await provider.dispute(intentId);
      if (now?.outcome === state.outcome) break;
      state = now;
    }
    return outcome;
  }
}

/** Whether something is left of the payment: then the chargeback is partial. */
async function isRestLeft(provider: PaymentProvider, intentId: string, { lost }: DisputeState): Promise<boolean> {
  return leftOfPayment(await provider.received(intentId), lost, await provider.refundsOf(intentId)) > 0;
}
