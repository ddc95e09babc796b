export interface PostDraft {
  readonly title: string;
  /** HTML; made safe when it is stored. */
  readonly description: string;
  readonly metaDescription: string;
  /** The date shown, and the time before which it is not public; null: the day on which it was written. */
  readonly publishedAt: Date | null;
  /** Not public, whatever its date. */
  readonly isDraft: boolean;
}

export interface Post extends PostDraft {
  readonly id: string;
  readonly uniqueRoute: string;
  readonly coverImage: string;
}

/** A post as it is stored, with who wrote it last. */
export class BlogPost implements Post {
  readonly id: string;
  readonly uniqueRoute: string;
  readonly title: string;
  readonly description: string;
  readonly metaDescription: string;
  readonly coverImage: string;
  readonly publishedAt: Date | null;
  readonly isDraft: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly changedBy: string;

  constructor(post: Post, at: Date, actor: string) {
    this.id = post.id;
    this.uniqueRoute = post.uniqueRoute;
    this.title = post.title;
    this.description = post.description;
    this.metaDescription = post.metaDescription;
    this.coverImage = post.coverImage;
    this.publishedAt = post.publishedAt;
    this.isDraft = post.isDraft;
    this.createdAt = at;
    this.updatedAt = at;
    this.changedBy = actor;
  }

  /** Its address stays. */
  rewrite({ title, description, metaDescription, coverImage, publishedAt, isDraft }: Post, at: Date, actor: string): void {
    const post = { title, description, metaDescription, coverImage, publishedAt, isDraft, updatedAt: at, changedBy: actor };
    Object.assign(this, post satisfies Partial<BlogPost>);
  }
}
