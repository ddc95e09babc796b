/** A webhook as it came. Nobody proves who sent it: nothing in it is believed, it says what to ask about. */
export interface SupplierMessage {
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

interface ProductHint {
  readonly kind: 'product';
  readonly supplierProductId: string;
  /** Null where the supplier does not know Kinguin's ids. */
  readonly kinguinId: number | null;
}

export interface OrderHint {
  readonly kind: 'order';
  readonly supplierOrderId: string;
  /** The shop's own, where the message has it. */
  readonly reference?: string;
}

/** Something may have changed at a supplier. */
export type Hint = ProductHint | OrderHint;
