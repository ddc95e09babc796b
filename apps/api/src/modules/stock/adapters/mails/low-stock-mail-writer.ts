import { Injectable } from '@nestjs/common';
import { Config } from '../../../../platform/config/config.ts';
import { facts, paragraph, smallPrint } from '../../../../platform/mail/layout/mail-parts.ts';
import { type MailDraft, MailWriter, MailWriters } from '../../../../platform/mail/ports.ts';
import { MailLayout } from '../../../../platform/mail/layout/mail-layout.ts';
import type { PlannedMail } from '../../../../shared/ports.ts';
import { type LowProduct, StockWatch } from '../../application/stock-watch.ts';

const MOST_NAMED = 50;

/** Alert mail about low stock. */
@Injectable()
export class LowStockMailWriter extends MailWriter {
  override readonly kinds = ['low-stock'] as const;

  constructor(
    writers: MailWriters,
    private readonly watch: StockWatch,
    private readonly layout: MailLayout,
    private readonly config: Config,
  ) {
    super();
    writers.add(this);
  }

  override async write({ about }: PlannedMail): Promise<MailDraft | null> {
    const products = await this.watch.ofAlert(about);
    return products.length === 0 ? null : this.mailOf(products);
  }

  override async recipientOf() {
    return { address: this.config.alertEmail, orderNumber: null };
  }

  override samples(untrusted?: string) {
    const draft = this.mailOf([
      { name: untrusted ?? 'Elden Ring EU Steam CD Key', available: 0, threshold: 3 },
      { name: 'FIFA 23 EU Origin CD Key', available: 2, threshold: 3 },
    ]);
    return [{ name: 'low-stock', kind: 'low-stock', draft }] as const;
  }

  private mailOf(products: readonly LowProduct[]): MailDraft {
    const named = products.slice(0, MOST_NAMED);
    const what = products.length === 1 ? '1 product runs low' : `${products.length} products run low`;
    const sheet = this.layout.compose({
      subject: what,
      title: what,
      preheader: 'Keys left, by product.',
      parts: [
        paragraph('So many keys are left to sell:'),
        facts(named.map(({ name, available, threshold }) => [name, `${available} left, warned at ${threshold}`])),
        ...(products.length > named.length ? [paragraph(`… and ${products.length - named.length} more.`)] : []),
        smallPrint(
          'Each is reported once, and again only after it was restocked. POST /ops/keys takes keys in, GET /ops/stock?low=true lists all that is low.',
        ),
      ],
    });
    return { ...sheet, to: this.config.alertEmail };
  }
}
