import { PaymentProvider } from '../modules/payments/application/ports.ts';
import { InMemoryPaymentProvider } from '../modules/payments/testing/in-memory-payments.ts';
import { Suppliers } from '../modules/suppliers/application/ports.ts';
import { InMemorySupplier } from '../modules/suppliers/testing/in-memory-supplier.ts';
import { Mailer } from '../shared/ports.ts';
import { RecordingMailer } from './fakes.ts';
import { type TestShop, testShop } from './test-shop.ts';

/** A test shop whose payments, suppliers and mails stay in memory, and where one buyer may buy again and again. */
export function salesShop({
  provider = new InMemoryPaymentProvider(),
  mailer = new RecordingMailer(),
  suppliers = [new InMemorySupplier(), new InMemorySupplier('codeswholesale')],
  environment = {},
}: {
  provider?: InMemoryPaymentProvider;
  mailer?: RecordingMailer;
  suppliers?: readonly InMemorySupplier[];
  environment?: Record<string, string>;
} = {}): Promise<TestShop> {
  return testShop({
    fakes: [
      { provide: PaymentProvider, useValue: provider },
      { provide: Mailer, useValue: mailer },
      { provide: Suppliers, useValue: new Suppliers(suppliers) },
    ],
    environment: { RATE_LIMIT_SCALE: '1000', ...environment },
  });
}
