import type { StripeState } from '../../stripe-state.ts';

interface Call {
  readonly state: StripeState;
  /** The parameters, decoded and not yet checked. */
  readonly input: unknown;
  /** The value of `:id` in the address. */
  readonly id: string;
  /** Where payment pages are. */
  readonly origin: string;
}

/** Synchronous, so that it runs in one transaction and nothing comes in between. */
export type Operation = (call: Call) => unknown;
export type Route = readonly ['GET' | 'POST', string, Operation];
