/** Ready answers: JSON text in the wire's shapes (`content.dto.ts`). */
export abstract class ContentReads {
  /** `[{name, type}]` in the order in which ops put them. */
  abstract pages(): Promise<string>;
  abstract page(name: string): Promise<string | null>;
  /** Those that are published by the shop's clock, newest first, without their texts. */
  abstract blogPosts(): Promise<string>;
  /** Null also for one that is not published (yet). */
  abstract blogPost(uniqueRoute: string): Promise<string | null>;
}
