import type { StoredOrder, StoredProduct } from './supplier-store.ts';

export interface WebhookContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** What a supplier's webhooks say. */
export interface WebhookDialect {
  product(product: StoredProduct, at: Date): WebhookContent;
  /** A product left the catalogue. */
  left(id: string, at: Date): WebhookContent;
  order(order: StoredOrder, at: Date): WebhookContent;
}
