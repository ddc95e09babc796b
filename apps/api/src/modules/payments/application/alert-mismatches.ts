import { Injectable } from '@nestjs/common';
import { Alerts, Clock, Transaction } from '../../../shared/ports.ts';
import { PAYMENT_DIFFERENCES } from '../../orders/index.ts';
import { type Mismatch, StaffPayments } from './staff-payments.ts';

/** More than ever pending: the list is oldest first, and must include new ones. */
const OF_EACH_KIND = 10_000;

/**
 * Raises one alert for every mismatch between shop and payments, except those with their own alert (disputes, payments of another amount or
 * currency).
 */
@Injectable()
export class AlertMismatches {
  constructor(
    private readonly staffPayments: StaffPayments,
    private readonly alerts: Alerts,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const found = await this.staffPayments.mismatches(this.clock.now(), OF_EACH_KIND);
    const untold = found.filter((one) => !hasOwnAlert(one));
    if (untold.length === 0) return;
    await this.transaction.run(async () => {
      for (const { kind, orderNumber, orderStatus, detail, since } of untold)
        await this.alerts.raise({
          kind: 'payment-mismatch',
          // The refusal of an open refund changes with each attempt.
          id: [kind, orderNumber ?? '', since, kind === 'refund-open' ? '' : detail].join(' '),
          about: orderNumber ?? 'No order',
          detail: `${kind}${orderStatus === null ? '' : `, the order is ${orderStatus}`}: ${detail}`,
        });
    });
  }
}

function hasOwnAlert({ kind, detail }: Mismatch): boolean {
  return kind === 'disputed' || (kind === 'on-hold' && PAYMENT_DIFFERENCES.has(detail));
}
