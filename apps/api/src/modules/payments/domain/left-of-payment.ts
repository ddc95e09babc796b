interface Taken {
  readonly amountMinor: number;
}

/** What is left of a payment, in minor units, after what lost disputes took of it and what went back; a refund with a `failure` did not. */
export function leftOfPayment(
  receivedMinor: number,
  lost: readonly Taken[],
  refunds: readonly (Taken & { readonly failure: string | null })[],
): number {
  const gone = [...lost, ...refunds.filter(({ failure }) => failure === null)];
  return gone.reduce((left, { amountMinor }) => left - amountMinor, receivedMinor);
}
