import type { GetHomeApiResponse, HomeFeatured, HomeSection, ListedProduct } from '@keyturn/api-client';

export interface HomeBlocks {
  featured: ListedProduct[];
  /** Block 3. */
  first: HomeSection | null;
  /** Block 5. */
  middle: HomeSection[];
  /** Block 7. */
  afterPlatform: HomeSection[];
  /** Block 9. */
  afterPrice: HomeSection[];
}

/** `[[{products}], section, …]`: entry 0 feeds the hero, entry 1 block 3 only, the rest go by their flags. */
export function readHome(answer: GetHomeApiResponse): HomeBlocks {
  const featured = answer.filter((entry): entry is HomeFeatured[] => Array.isArray(entry)).flat();
  const [first, ...others] = answer.filter((entry): entry is HomeSection => !Array.isArray(entry));
  const rest = others.filter(hasProducts);
  return {
    featured: featured.flatMap(({ products }) => products),
    first: first && hasProducts(first) ? first : null,
    middle: rest.filter((section) => !section.after_slider_platform && !section.after_slider_price),
    afterPlatform: rest.filter((section) => section.after_slider_platform),
    afterPrice: rest.filter((section) => section.after_slider_price && !section.after_slider_platform),
  };
}

function hasProducts({ products }: HomeSection): boolean {
  return products.length > 0;
}
