/** Every visible product in the order of its own id, for sitemaps. Ready answers: JSON text in the shapes of `sitemap.dto.ts`. */
export abstract class SitemapReads {
  /** `[{after, lastChangeAt}]`: where each part begins, of as many as one file may hold. A part is what follows `after`, up to the next one's `after`. */
  abstract parts(): Promise<string>;
  /** `{products, next}`: those behind the id `after` (all for an empty one); `next` is where to go on, null at the end. */
  abstract products(after: string, limit: number): Promise<string>;
}
