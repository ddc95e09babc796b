/** A product as lists show it, in the wire's words (major units): passed on unchanged by other modules. `catalog.dto.ts` describes it. */
export interface CardView {
  _id: string;
  kinguinId?: number;
  type: 'game' | 'software';
  productId: string;
  name: string;
  productName?: string;
  platform: string;
  category: string;
  genres: string[];
  regions: string[];
  releaseDate: string | null;
  mainImage: string;
  price: number;
  sellPrice: number;
  usdPrice: number;
  plnPrice: number;
  gbpPrice: number;
  is_discounted: boolean;
  discount_perc: number;
  new_price: number | null;
  usdPriceDiscounted: number | null;
  plnPriceDiscounted: number | null;
  gbpPriceDiscounted: number | null;
  limt_per_basket: number | null;
  cheapestOfferId: string[];
  qty: number;
  mqte: number;
}
