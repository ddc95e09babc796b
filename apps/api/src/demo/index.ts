/**
 * The demo shop's data. `products/*.json`: catalogue in the supplier's form plus the shop's own fields, read by
 * the same importer as a supplier's feed. `stock.json`: demo keys per product (0 = out of stock). `home.json`: hero and sections.
 * `suppliers.json`: what the stand-ins of suppliers offer. `pages.json`: info pages. `blog.json`: posts (`coverImage` is the seed of a drawn picture). `reviews.json`: words of demo buyers.
 * Products are referred to by `kinguinId` (number) or `_id` (text). Keys are made up by `demoKeys`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { DemoProduct, DemoReference } from './demo-product.ts';

export { demoKeys } from './demo-keys.ts';
export type { DemoProduct, DemoReference } from './demo-product.ts';

interface DemoSection {
  readonly id: string;
  readonly sectionName: string;
  readonly products: readonly DemoReference[];
  readonly after_slider_platform: boolean;
  readonly after_slider_price: boolean;
}

export interface DemoHome {
  readonly hero: readonly DemoReference[];
  readonly sections: readonly DemoSection[];
}

export interface DemoPage {
  readonly name: string;
  readonly type: 'Company' | 'Resources';
  readonly description: string;
  readonly meta_description: string;
}

export interface DemoPost {
  readonly id: string;
  readonly title: string;
  readonly uniqueRoute: string;
  readonly metaDescription: string;
  /** Seed of the drawn cover: `blogRecipe(title, coverImage)`. */
  readonly coverImage: string;
  readonly createdAt: string;
  readonly description: string;
}

export interface DemoReview {
  readonly product: DemoReference;
  readonly rating: number;
  readonly username: string;
  readonly lastname: string;
  readonly description: string;
  readonly createdAt: string;
}

const folder = new URL('./products/', import.meta.url);

/** The files that `npm run catalog:import` takes, in a fixed order. */
export function demoProductFiles(): URL[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => new URL(name, folder));
}

export function demoProducts(): DemoProduct[] {
  return demoProductFiles().flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as DemoProduct[]);
}

export function demoReference(product: DemoProduct): DemoReference {
  return product.kinguinId ?? product._id ?? '';
}

/** How many demo keys a product starts with. */
export function demoStock(): ReadonlyMap<DemoReference, number> {
  const counts = Object.entries(read<Record<string, number>>('stock.json'));
  return new Map(counts.map(([reference, count]) => [/^\d{1,10}$/.test(reference) ? Number(reference) : reference, count]));
}

/** What the stand-ins of suppliers have: the catalogue of each, and which products of CodesWholesale are which of the shop's. */
interface DemoSuppliers {
  readonly kinguin: readonly DemoSupplierProduct[];
  readonly codeswholesale: readonly DemoSupplierProduct[];
  readonly links: Readonly<Record<string, DemoReference>>;
}

interface DemoSupplierProduct {
  readonly id: string;
  readonly name: string;
  readonly offers: readonly { readonly offerId: string; readonly cents: number; readonly quantity: number }[];
}

export const demoSuppliers = (): DemoSuppliers => read('suppliers.json');
export const demoHome = (): DemoHome => read('home.json');
export const demoPages = (): DemoPage[] => read('pages.json');
export const demoBlog = (): DemoPost[] => read('blog.json');
export const demoReviews = (): DemoReview[] => read('reviews.json');

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T;
}
