interface Taken {
  readonly amountMinor: number;
}

/** Remaining amount of a payment, in minor units: minus chargebacks and refunds, except refunds with a `failure`. */
export function leftOfPayment(
  receivedMinor: number,
  lost: readonly Taken[],
  refunds: readonly (Taken & { readonly failure: string | null })[],
): number {
  const gone = [...lost, ...refunds.filter(({ failure }) => failure === null)];
  return gone.reduce((left, { amountMinor }) => left - amountMinor, receivedMinor);
}
