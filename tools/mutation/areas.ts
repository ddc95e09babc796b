import { globSync } from 'node:fs';
import { root } from '../shared/paths.ts';

/** A part of the code of money and keys, with the unit tests that must notice each change of it. */
export interface Area {
  /** What its score counts for. */
  readonly part: string;
  readonly name: string;
  /** Paths and globs from the repository's root. */
  readonly code: readonly string[];
  /** Each of them is loaded for each change: the fewer, the faster. */
  readonly specs: readonly string[];
}

const modules = 'apps/api/src/modules';
const parts = {
  orders: `${modules}/orders/domain`,
  sales: `${modules}/orders/application`,
  payments: `${modules}/payments/application`,
  refunds: `${modules}/payments/application/refunds`,
  keys: `${modules}/stock`,
  prices: `${modules}/catalog`,
  'shared prices': 'libs/shop-rules/src/prices',
  checkout: `${modules}/checkout`,
  carts: `${modules}/cart-validation`,
};

/** Names without `.ts` and `.spec.ts`, below the part's folder. */
function area(part: keyof typeof parts, code: readonly string[], specs: readonly string[] = code): Area {
  const folder = parts[part];
  return {
    part,
    name: `${part}: ${code.join(', ')}`,
    code: code.map((name) => `${folder}/${name}.ts`),
    specs: specs.map((name) => `${folder}/${name}.spec.ts`),
  };
}

export const AREAS: readonly Area[] = [
  area('orders', ['order', 'order-parts'], ['order', 'order-changes', 'order-state']),
  area('orders', ['order-state']),
  area('orders', ['order-status']),
  area('orders', ['order-number']),
  area('orders', ['pieces']),
  area('orders', ['network-range']),
  area(
    'sales',
    ['take-payment', 'fulfil-backorders', 'note-order-mail', 'order-mails', 'replan-freed-keys'],
    ['paid-order', 'take-payment', 'order-mails'],
  ),
  area('sales', ['refunds'], ['../refunds']),
  area('sales', ['await-transfer', 'end-unpaid-order', 'place-order'], ['unpaid-order']),
  area('sales', ['find-order', 'resend-keys', 'views/reveal-keys'], ['../order-access']),
  area('sales', ['link-large-keys'], ['../adapters/mails/order-mail-writer']),
  area('sales', ['ops/help-buyer']),
  area('sales', ['supply/wait-for-suppliers']),
  area('sales', ['ops/order-timeline']),
  area('sales', ['ops/find-by-key']),
  area('sales', ['supply/take-replacement']),
  area('sales', ['supply/tell-waiting']),
  area('sales', ['supply/end-excluded-wait']),
  area('sales', ['risk/withhold-keys', 'risk/held-alert'], ['risk/withhold-keys']),
  area('sales', ['risk/order-to-assess']),
  area('sales', ['views/note-visits']),
  area('payments', ['settle']),
  area('payments', ['open-session', 'payment-providers'], ['open-session', 'second-provider']),
  area('payments', ['events/process-event', 'events/receive-event'], ['events/process-event', 'settle']),
  area('payments', ['events/receive-undelivered']),
  area('payments', ['reconcile']),
  area('payments', ['../domain/prior-payments']),
  area('payments', ['../domain/dispute']),
  area('payments', ['requeue-overdue-jobs'], ['reconcile']),
  area('payments', ['cancel-order']),
  area('payments', ['compare-payments']),
  area('payments', ['risk/refund-withheld', 'risk/refund-held', 'risk/refund-warned'], ['risk/refund-withheld']),
  area('payments', ['risk/settle-review']),
  area('payments', ['risk/note-refused-attempts']),
  area('payments', ['events/replay-event', 'alert-mismatches'], ['staff-payments']),
  area('refunds', ['plan-refund']),
  area('refunds', ['prepare-refund']),
  area('refunds', ['send-refund', 'finish-refund'], ['send-refund', 'refund-of-nothing']),
  area('refunds', ['cancel-backorder', 'refund-payment'], ['cancel-backorder', '../undeliverable-orders']),
  area(
    'refunds',
    [
      'from-provider/settle-refunds',
      'from-provider/mark-refund-failed',
      'from-provider/without-chargebacks',
      '../../domain/left-of-payment',
    ],
    ['from-provider/settle-refunds', 'from-provider/mark-refund-failed'],
  ),
  area('refunds', ['from-provider/record-provider-refund'], ['from-provider/record-provider-refund', 'from-provider/rest-of-payment']),
  area('refunds', ['give-up-refund', 'abandon-refund'], ['give-up-refund']),
  area('refunds', ['revoke-keys'], ['prepare-refund', 'from-provider/record-provider-refund']),
  area('keys', ['application/upload-keys', 'application/add-keys'], ['application/upload-keys']),
  area('keys', ['application/release-lapsed', 'application/stock-changes', 'application/stock-watch'], ['stock-tasks']),
  area(
    'keys',
    ['burn-key', 'staff-key-limits', 'look-at-key', 'take-back-keys', 'quarantine-keys', 'release-keys'].map(
      (name) => `application/${name}`,
    ),
    ['staff-keys', 'look-at-key'],
  ),
  area('keys', ['application/rotate-keys', 'application/fill-normalised-hashes'], ['rotation']),
  area('keys', ['application/returns/hold-returns']),
  area(
    'keys',
    ['application/offers/stock-with-offers', 'application/offers/offered-keys', 'application/offers/still-short'],
    ['application/offers/stock-with-offers'],
  ),
  area('keys', ['domain/upload-report']),
  area('keys', ['domain/key-secret']),
  area('prices', ['domain/price']),
  area('prices', ['domain/price-limits']),
  area('prices', ['domain/planned-price']),
  area('prices', ['application/reprice', 'application/refresh-due-prices'], ['application/reprice']),
  area('prices', ['application/follow-costs']),
  area('prices', ['application/ops/price-product']),
  area('prices', ['application/ops/plan-sales']),
  area('shared prices', ['pricing']),
  area('checkout', ['domain/hoarding']),
  area(
    'checkout',
    ['application/open-checkout'],
    ['application/open-checkout', 'application/checkout-request', 'application/checkout-repeats'],
  ),
  area('carts', ['application/check-cart']),
];

/** Of the code of money and keys, what is not measured. */
const LEFT_OUT: readonly { readonly why: string; readonly code: readonly string[] }[] = [
  {
    why: 'ports, shapes, and names of jobs and mails: no rule to test',
    code: [
      `${parts.sales}/{guest-links,order-reads,ports}.ts`,
      `${parts.sales}/views/{key-reveals,order-visits}.ts`,
      `${parts.sales}/supply/supplier-numbers.ts`,
      `${parts.sales}/ops/{buyer-refunds,order-history,order-names,order-payments,order-problems,staff-orders}.ts`,
      `${parts.payments}/{ports,staff-payments}.ts`,
      `${modules}/payments/domain/evidence-texts.ts`,
      `${parts.refunds}/refund-mails.ts`,
      `${parts.keys}/application/{key-orders,key-quarantine,key-records,order-keys,ports,returns/key-returns,stock-reads}.ts`,
      `${parts.keys}/domain/quarantine-cause.ts`,
    ],
  },
  {
    why: 'errors with their texts: shown by the calls on PostgreSQL',
    code: [
      `${parts.orders}/order-errors.ts`,
      `${modules}/payments/domain/{dispute,payment}-errors.ts`,
      `${parts.keys}/domain/key-errors.ts`,
    ],
  },
  {
    why: 'disputes, whose orders, refunds and keys are measured: tested on PostgreSQL alone',
    code: [`${parts.payments}/disputes/*.ts`],
  },
  {
    why: 'what a bank reads about a disputed payment: texts, shown by their spec',
    code: [`${modules}/payments/domain/{access-log,assemble-evidence,instant-of}.ts`],
  },
];

/** @returns paths from the root, as of the others. */
export const codeOf = ({ code }: Area) => found(code);

export const specsOf = ({ specs }: Area) => found(specs);

export const leftOut = (): string[] => found(LEFT_OUT.flatMap(({ code }) => code));

/** All of which a file must be in an area or left out. */
export const codeOfParts = (): string[] =>
  found([
    `${parts.orders}/*.ts`,
    `${parts.sales}/**/*.ts`,
    `${parts.payments}/**/*.ts`,
    `${modules}/payments/domain/*.ts`,
    `${parts.keys}/{domain/*,application/**/*}.ts`,
    `${parts.prices}/domain/*price*.ts`,
    `${parts['shared prices']}/pricing.ts`,
    `${parts.checkout}/{domain/hoarding,application/open-checkout}.ts`,
    `${parts.carts}/application/check-cart.ts`,
    `${parts.prices}/application/{follow-costs,reprice,refresh-due-prices,ops/price-product,ops/plan-sales}.ts`,
  ]).filter((file) => !file.endsWith('.spec.ts'));

const found = (globs: readonly string[]) => globSync([...globs], { cwd: root }).toSorted();
