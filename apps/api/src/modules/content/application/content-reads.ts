/** Ready answers: JSON text in the wire's shapes (`content.dto.ts`). */
export abstract class ContentReads {
  /** `[{name, type}]` in the order in which ops put them. */
  abstract pages(): Promise<string>;
  abstract page(name: string): Promise<string | null>;
  /** Newest first, without their texts. */
  abstract blogPosts(): Promise<string>;
  abstract blogPost(uniqueRoute: string): Promise<string | null>;
}
