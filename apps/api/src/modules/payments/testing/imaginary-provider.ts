import { createHmac } from 'node:crypto';
import type { EventHeaders, ProviderEvent } from '../application/ports.ts';
import { ForgedEvent } from '../domain/payment-errors.ts';
import { InMemoryPaymentProvider } from './in-memory-payments.ts';

const SECRET = 'imaginary';

/** A provider beside Stripe: signs time and body in two headers of its own, numbers its events, and has another envelope. */
export class ImaginaryProvider extends InMemoryPaymentProvider {
  static readonly signatureHeaders = ['Imaginary-Time', 'Imaginary-Seal'];
  override readonly name = 'imaginary';

  override readEvent(rawBody: Buffer, headers: EventHeaders): ProviderEvent {
    const { 'imaginary-time': time, 'imaginary-seal': seal } = headers;
    if (typeof time !== 'string' || seal !== sealOf(time, rawBody)) throw new ForgedEvent('Imaginary-Seal');
    const { number, order } = JSON.parse(rawBody.toString()) as { number: number; order: string };
    const sessionId = `session-${order}`;
    return {
      id: `${number}`,
      type: 'money-came',
      sessionId,
      intentId: null,
      signal: null,
      isAboutRefunds: false,
      payload: { number, order },
    };
  }
}

/** The event of a paid order. */
export function imaginaryEvent(number: number, order: string): { body: Buffer; headers: Record<string, string> } {
  const body = Buffer.from(JSON.stringify({ number, order }));
  return { body, headers: { 'imaginary-time': '1', 'imaginary-seal': sealOf('1', body) } };
}

const sealOf = (time: string, body: Buffer) => createHmac('sha256', SECRET).update(`${time}\n`).update(body).digest('base64');
