/** Deterministic ids of mails, which are job ids and Message-IDs too: "send again" is a new attempt number. */
export function keysMailId(orderId: string, attempt: number): string {
  return `${orderId}-keys-${attempt}`;
}

export function refundMailId(orderId: string): string {
  return `${orderId}-refund-1`;
}
