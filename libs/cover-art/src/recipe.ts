/** All inputs of a picture. The same recipe always gives the same picture; a new way of drawing gets a new `v`. */
export interface ArtRecipe {
  /**
   * 2 draws a screenshot of the scene that the game's cover shows; 1 took any that suits the genres. 3 keeps the lettering of a cover
   * clear of the shop's chip, and leaves the platform to it; 1 named the platform itself.
   */
  readonly v: 1 | 2 | 3;
  readonly kind: 'cover' | 'screenshot' | 'illustration' | 'blog';
  readonly title: string;
  readonly platform?: string;
  readonly category?: string;
  readonly genres?: readonly string[];
  readonly seed: string;
}

const KINDS: readonly string[] = ['cover', 'screenshot', 'illustration', 'blog'] satisfies ArtRecipe['kind'][];

/** True for recipes that this library draws. */
export function isArtRecipe<Recipe extends { readonly kind: string }>(recipe: Recipe): recipe is Recipe & ArtRecipe {
  return KINDS.includes(recipe.kind);
}

/** What a picture needs to know about a product; names as on the wire. */
export interface PicturedProduct {
  readonly name?: string | null;
  readonly productName?: string | null;
  readonly originalName?: string | null;
  readonly platform?: string | null;
  readonly category?: string | null;
  readonly type?: string | null;
  readonly genres?: readonly string[] | null;
}

const SCREENSHOTS_PER_GAME = 3;
const LONGEST_TITLE = 120;

/** One game has one cover on every platform; an account's bears its mark, and a gift card the name of whose it is. */
export function coverRecipe(product: PicturedProduct): ArtRecipe {
  const title = pictureTitle(product);
  const category = pictureCategory(product);
  return {
    v: 3,
    kind: 'cover',
    title,
    ...(category === 'Gift Card' && product.platform ? { platform: product.platform } : {}),
    ...(category ? { category } : {}),
    ...(product.genres?.length ? { genres: product.genres } : {}),
    seed: coverSeed(title),
  };
}

/** Three views, without lettering, of the scene on the cover. Software and gift cards have none. */
export function screenshotRecipes(product: PicturedProduct): ArtRecipe[] {
  if (['Software', 'Gift Card'].includes(pictureCategory(product) ?? '')) return [];
  const title = pictureTitle(product);
  return Array.from({ length: SCREENSHOTS_PER_GAME }, (_, index) => ({
    v: 2,
    kind: 'screenshot',
    title,
    ...(product.genres?.length ? { genres: product.genres } : {}),
    seed: `${coverSeed(title)} ${index + 1}`,
  }));
}

/** Of the cover alone: every platform's cover, and each screenshot, is of one scene. */
export function coverSeed(title: string): string {
  return title.toLowerCase();
}

/** For an image block of a software's description. */
export function illustrationRecipe(title: string, seed: string): ArtRecipe {
  return { v: 1, kind: 'illustration', title: title.slice(0, LONGEST_TITLE), category: 'Software', seed };
}

export function blogRecipe(title: string, seed: string): ArtRecipe {
  return { v: 1, kind: 'blog', title: title.slice(0, LONGEST_TITLE), seed };
}

function pictureCategory(product: PicturedProduct): string | undefined {
  if (product.type === 'software') return 'Software';
  if (product.category) return product.category;
  return /\baccount\b/i.test(product.name ?? '') ? 'Account' : undefined;
}

/** Suppliers end names in the region, the platform and the kind of key: none of it belongs on a cover. */
function pictureTitle(product: PicturedProduct): string {
  const full = product.originalName || product.name || product.productName || '';
  const short = full
    .replace(
      /\s+(?:(?:EU|US|UK|ROW|RoW|TR|AR|PL|DE|EMEA|LATAM|NA|Global|PC|Steam|GOG|Epic Games|Ubisoft Connect|Uplay|EA App|Origin|XBOX|Xbox|One|Series X\|S|PS[345]|PSN|Nintendo Switch|Battle\.net|Windows 10\/11)\s+)*(?:CD Key|Key|Altergift|Gift|Account|Voucher)\s*$/u,
      '',
    )
    .trim();
  return [...(short || full)].slice(0, LONGEST_TITLE).join('');
}
