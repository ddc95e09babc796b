import { Logger } from '@nestjs/common';
import Stripe from 'stripe';
import type { UndeliveredEvent } from '../../application/ports.ts';
import { PaymentUnavailable } from '../../domain/payment-errors.ts';
import { readStripeEvent } from './stripe-event-mapper.ts';
import { SUBSCRIBED } from './subscribed-events.ts';

const PER_PAGE = 100;

const logger = new Logger('stripe');

/** Source: docs.stripe.com/webhooks/process-undelivered-events @throws PaymentUnavailable */
export async function* undeliveredAtStripe(stripe: Stripe, after: Date | null): AsyncGenerator<readonly UndeliveredEvent[]> {
  let lastId: string | undefined;
  do {
    const { data, has_more: hasMore } = await listed(stripe, {
      delivery_success: false,
      types: [...SUBSCRIBED],
      limit: PER_PAGE,
      ...(after && { created: { gt: Math.floor(after.getTime() / 1000) } }),
      ...(lastId !== undefined && { starting_after: lastId }),
    });
    yield data.map((event) => ({ event: readStripeEvent(event), createdAt: new Date(event.created * 1000) }));
    lastId = hasMore ? data.at(-1)?.id : undefined;
  } while (lastId !== undefined);
}

async function listed(stripe: Stripe, params: Stripe.EventListParams): Promise<Stripe.ApiList<Stripe.Event>> {
  try {
    return await stripe.events.list(params);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    // A restricted key may lack the permission to read events.
    logger.error({ message: 'Events whose webhook did not come could not be listed.', type: error.type, code: error.code });
    throw new PaymentUnavailable();
  }
}
