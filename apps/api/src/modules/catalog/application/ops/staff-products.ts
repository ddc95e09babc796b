import type { ListWindow } from '../../../../shared/list-window.ts';
import type { CurrencyAmounts } from '../../domain/planned-price.ts';
import type { ImportedProduct } from '../../domain/imported-product.ts';

/** What staff may set of a product. HTML is made safe when it is stored. */
export type ProductFields = Pick<
  ImportedProduct,
  | 'name'
  | 'originalName'
  | 'title'
  | 'metaDescription'
  | 'description'
  | 'notes'
  | 'platform'
  | 'category'
  | 'genres'
  | 'ageRating'
  | 'releaseDate'
  | 'developers'
  | 'publishers'
  | 'languages'
  | 'regions'
  | 'regionId'
  | 'regionalLimitations'
  | 'countryLimitation'
  | 'limitPerBasket'
  | 'popularity'
>;

export interface StaffProduct extends ProductFields {
  readonly id: string;
  readonly type: 'game' | 'software';
  readonly isHidden: boolean;
  readonly coverImage: string;
  readonly screenshotImages: readonly string[];
}

export interface StaffProductFilter {
  /** Words of the name, a kinguinId or an own id. */
  readonly query?: string;
  readonly platform?: string;
  readonly isHidden?: boolean;
}

/** Products as staff see and change them, hidden ones included. */
export abstract class StaffProducts {
  /** JSON in the wire's shapes (`products-ops.dto.ts`). `total` is exact up to where lists stop counting. */
  abstract list(filter: StaffProductFilter, window: ListWindow, at: Date): Promise<{ items: unknown[]; total: number }>;
  abstract view(productId: string, at: Date): Promise<unknown>;
  /** Locks the product until the transaction ends. */
  abstract forUpdate(productId: string): Promise<StaffProduct | null>;
  /** Stores the changed fields, and marks them so that imports do not overwrite them. */
  abstract change(productId: string, change: Partial<Omit<StaffProduct, 'id' | 'type'>>, at: Date, actor: string): Promise<void>;
  /** Stores whether imports may change its price. */
  abstract pinPrice(productId: string, isKept: boolean): Promise<void>;
  /** Every price that it has had and will have, latest first. */
  abstract prices(productId: string, window: ListWindow): Promise<{ items: unknown[]; total: number }>;
  /** The lowest amount of each currency that was charged at any moment of that time; empty where nothing was on sale then. */
  abstract lowest(productId: string, from: Date, to: Date): Promise<CurrencyAmounts>;
}
