import { Injectable } from '@nestjs/common';
import type { Alert, AlertKind, PlannedMail } from '../../../shared/ports.ts';
import { Config } from '../../config/config.ts';
import { facts, paragraph, quoted, sideLink, smallPrint } from '../layout/mail-parts.ts';
import { type MailDraft, MailWriter, MailWriters } from '../ports.ts';
import { MailLayout } from '../layout/mail-layout.ts';
import { AlertRows } from './ports.ts';

const MOST_NAMED = 50;

interface AlertText {
  /** Subject and title for one, and for any other number. */
  readonly one: string;
  readonly many: string;
  readonly todo: string;
}

const TEXTS: Readonly<Record<AlertKind, AlertText>> = {
  dispute: {
    one: 'payment is disputed or suspected of fraud',
    many: 'payments are disputed or suspected of fraud',
    todo: 'Answer a dispute at the payment provider before its date, or refund a suspected payment before it becomes one: see docs/how-to/operators/respond-to-alerts.md, "OrdersAreFrozen". GET /ops/payments/disputes lists them all.',
  },
  'mail-undelivered': {
    one: 'mail was refused or given up',
    many: 'mails were refused or given up',
    todo: 'Buyers still find their keys on the page of their order. A refused address is corrected with PATCH /ops/orders/{order}/email; what was given up is sent again once its reason is corrected: see docs/how-to/operators/respond-to-alerts.md, "LettersWereGivenUp". GET /ops/queue/dead-letters lists them with their addresses.',
  },
  'stock-empty': {
    one: 'product is sold out that sold in the last 30 days',
    many: 'products are sold out that sold in the last 30 days',
    todo: 'POST /ops/keys takes keys in, GET /ops/stock?low=true lists all that is low.',
  },
  'key-looks': {
    one: 'member of the staff wanted to see or give out too many keys',
    many: 'members of the staff wanted to see or give out too many keys',
    todo: 'Ask them, and look at GET /ops/audit, by the actions keys.look, orders.replace-key, suppliers.buy-again and orders.change-email. If an ops key is in wrong hands, POST /ops/access/keys/{id}/revoke ends it at once: see docs/how-to/staff/manage-staff-keys.md.',
  },
  'rates-old': {
    one: 'set of exchange rates is old',
    many: 'sets of exchange rates are old',
    todo: 'Every price that is not in euro is made from them. PUT /ops/pricing sets new ones and prices anew: see docs/how-to/staff/set-prices-and-sales.md.',
  },
  'supplier-balance': {
    one: 'supplier has little balance left',
    many: 'suppliers have little balance left',
    todo: 'Top it up: what it cannot pay is bought elsewhere or refunded. GET /ops/suppliers shows all balances, SUPPLIER_LOW_BALANCE_EUR is the limit.',
  },
  'supplier-stale': {
    one: 'supplier has old offers alone, or lists far fewer products',
    many: 'suppliers have old offers alone, or list far fewer products',
    todo: 'Offers that are too old are not on sale until they are read again. GET /ops/suppliers/{name}/syncs has the reasons: see docs/how-to/operators/connect-a-supplier.md.',
  },
  'supplier-refusals': {
    one: 'supplier refuses purchases',
    many: 'suppliers refuse purchases',
    todo: 'GET /ops/suppliers/{name}/purchases?state=refused has the reasons. POST /ops/suppliers/{name}/pause stops new purchases.',
  },
  'supplier-purchase': {
    one: 'purchase from a supplier needs a look',
    many: 'purchases from suppliers need a look',
    todo: 'GET /ops/suppliers/{name}/purchases has each with the references of both sides. Ask the supplier for good keys or the money; POST /ops/keys takes keys in that it sends another way. Of an unclear one that it does not have, record that: POST /ops/suppliers/{name}/purchases/{purchase}/not-made. See docs/how-to/operators/connect-a-supplier.md.',
  },
  'price-jump': {
    one: 'product costs much more or less than before',
    many: 'products cost much more or less than before',
    todo: 'The price of the shop has followed, unless the line says that it stays. Compare it with other offers (GET /ops/suppliers/{name}/offers); PUT /ops/products/{product}/price sets another one.',
  },
  'payment-mismatch': {
    one: 'payment does not fit its order',
    many: 'payments do not fit their orders',
    todo: 'Compare each order with its payment. Buyers of orders on hold know that theirs is looked at: release, refund or cancel it. See docs/how-to/operators/respond-to-alerts.md, "PaymentsDoNotFit". GET /ops/payments/mismatches lists them all.',
  },
  'order-held': {
    one: 'paid order is on hold and may be fraud',
    many: 'paid orders are on hold and may be fraud',
    todo: 'Its buyer knows that it is looked at, and has no key. GET /ops/orders/{order} has the reasons; release or refund it: see docs/how-to/staff/hold-and-release.md. After RISK_HOLD_HOURS it is refunded by itself.',
  },
};

/** Alerts to staff: facts, and links to the payment provider's dashboard. */
@Injectable()
export class AlertMailWriter extends MailWriter {
  override readonly kinds = ['alert'] as const;

  constructor(
    writers: MailWriters,
    private readonly rows: AlertRows,
    private readonly layout: MailLayout,
    private readonly config: Config,
  ) {
    super();
    writers.add(this);
  }

  override async write({ about }: PlannedMail): Promise<MailDraft | null> {
    const alerts = await this.rows.ofMail(about);
    return alerts.length === 0 ? null : this.sheet(alerts);
  }

  override async recipientOf() {
    return { address: this.config.alertEmail, orderNumber: null };
  }

  override samples(untrusted?: string) {
    const link = 'https://dashboard.stripe.com/payments/pi_3Nabc';
    const sample = (kind: AlertKind, about: string, detail: string, page: string | null = null) => ({
      name: `alert-${kind}`,
      kind: 'alert' as const,
      draft: this.sheet([{ kind, id: 'sample', about, detail, link: page }]),
    });
    return [
      sample('dispute', 'K482913377', 'Dispute over 39.98 EUR (fraudulent), to be answered by 2026-12-01 23:59 UTC', link),
      sample(
        'mail-undelivered',
        '01sample0000000000000order-keys-1',
        untrusted ?? 'The mail server refused the address for good. Order K482913377.',
      ),
      sample('stock-empty', untrusted ?? 'Elden Ring EU Steam CD Key', '3 sold in the last 30 days'),
      sample('key-looks', untrusted ?? 'ada', 'Wanted to see more than 20 keys in an hour, and was refused.'),
      sample('payment-mismatch', 'K482913377', 'Paid 1.00 EUR, ordered 39.98 EUR: amount differs', link),
      sample('rates-old', 'Exchange rates', 'Set on 2026-01-31, 45 days ago.'),
      sample('supplier-balance', 'kinguin', '12.34 EUR are left.'),
      sample('supplier-stale', 'codeswholesale', 'The latest complete synchronisation ended at 2026-11-21T08:00:00.000Z.'),
      sample('supplier-refusals', 'kinguin', '3 purchases were refused, cancelled or refunded within an hour.'),
      sample('supplier-purchase', 'kinguin', 'Purchase 01sample0000000000000purchase: 1 of its keys cannot be read.'),
      sample('price-jump', untrusted ?? 'Elden Ring EU Steam CD Key', 'kinguin: 5.00 EUR became 9.00 EUR.'),
      sample('order-held', 'K482913377', '39.98 EUR may be fraud: The security code of the card is wrong.', link),
    ];
  }

  private sheet(alerts: readonly Alert[]): MailDraft {
    const { one, many, todo } = TEXTS[alerts[0]?.kind ?? 'dispute'];
    const what = alerts.length === 1 ? `1 ${one}` : `${alerts.length} ${many}`;
    const named = alerts.slice(0, MOST_NAMED);
    const sheet = this.layout.compose({
      subject: `Alert: ${what}`,
      title: what,
      preheader: 'It needs somebody of the staff.',
      staffLinks: named.flatMap(({ link }) => link ?? []),
      parts: [
        facts(named.map(({ about, detail }) => [about, detail])),
        ...named.flatMap(({ about, link }) => (link ? [quoted(sideLink(`Payment of ${about}`, link))] : [])),
        ...(alerts.length > named.length ? [smallPrint(`… and ${alerts.length - named.length} more.`)] : []),
        paragraph(todo),
        smallPrint('Further alerts of this kind are collected in one mail an hour. ALERTS_OFF switches such mails off.'),
      ],
    });
    return { ...sheet, to: this.config.alertEmail };
  }
}
