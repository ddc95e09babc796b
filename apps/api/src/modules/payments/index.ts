export { cancelAddress, isCancelSignature } from './adapters/cancel-address.ts';
export { OpenSession } from './application/open-session.ts';
export { PaymentProviders } from './application/payment-providers.ts';
export { type PaymentSession } from './application/ports.ts';
export { Settle } from './application/settle.ts';
export { CheckoutOver, PaymentUnavailable } from './domain/payment-errors.ts';
