import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../shared/domain-error.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../ops/index.ts';
import type { Post, PostDraft } from '../domain/blog-post.ts';
import type { Page } from '../domain/info-page.ts';
import { PostTexts, type TextPicture } from './post-texts.ts';

/** `planned`: its date is still to come. */
export const POST_STATES = ['draft', 'planned', 'published'] as const;
export type PostState = (typeof POST_STATES)[number];

/** Pages and posts as staff write them. */
export abstract class ContentStore {
  /** JSON in the wire's shapes. */
  abstract pages(window: ListWindow): Promise<{ items: unknown[]; total: number }>;
  /** `at`: the time for the states. `state` null: all. */
  abstract posts(state: PostState | null, window: ListWindow, at: Date): Promise<{ items: unknown[]; total: number }>;
  abstract postView(id: string, at: Date): Promise<unknown>;
  abstract page(name: string): Promise<Page | null>;
  abstract putPage(page: Page, at: Date, actor: string): Promise<void>;
  abstract removePage(name: string): Promise<void>;
  abstract post(id: string): Promise<Post | null>;
  /** Gives a post a tile as cover. Its text is safe already. @throws RouteTaken */
  abstract addPost(post: Omit<Post, 'coverImage'>, at: Date, actor: string): Promise<void>;
  abstract changePost(post: Post, at: Date, actor: string): Promise<void>;
  abstract removePost(id: string): Promise<void>;
  /** Stores an uploaded picture; returns its id. */
  abstract storePicture(content: Buffer): Promise<string>;
}

export class PageNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such page.');
  }
}

export class PageNameUnfit extends DomainError {
  readonly kind = 'invalid';
  override readonly details = [{ field: 'name', message: this.message }];
  constructor() {
    super('The name of a page has 1 to 100 characters, and no blank at its ends.');
  }
}

export class PostNotFound extends DomainError {
  readonly kind = 'not-found';
  constructor() {
    super('There is no such post.');
  }
}

export class RouteTaken extends DomainError {
  readonly kind = 'conflict';
  override readonly details = [{ field: 'title', message: this.message }];
  constructor() {
    super('Another post has this address: choose another title.');
  }
}

class TitleWithoutAddress extends DomainError {
  readonly kind = 'invalid';
  override readonly details = [{ field: 'title', message: this.message }];
  constructor() {
    super('The title needs a letter or a digit.');
  }
}

@Injectable()
export class ContentAdmin {
  constructor(
    private readonly contentStore: ContentStore,
    private readonly texts: PostTexts,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Creates or replaces a page. */
  putPage(page: Page, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.contentStore.page(page.name);
      await this.contentStore.putPage(page, this.clock.now(), act.by.name);
      const action = before ? 'pages.change' : 'pages.create';
      await this.audit.record({
        ...act,
        action,
        subject: { type: 'page', id: page.name },
        ...(before && { before: loggable(before) }),
        after: loggable(page),
      });
    });
  }

  /** @throws PageNotFound */
  removePage(name: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.contentStore.page(name);
      if (!before) throw new PageNotFound();
      await this.contentStore.removePage(name);
      await this.audit.record({ ...act, action: 'pages.remove', subject: { type: 'page', id: name }, before: loggable(before) });
    });
  }

  /** Answers its id. Its address is made from the title, once. @throws RouteTaken, TitleWithoutAddress, PictureUnfit */
  async addPost(written: PostDraft, act: StaffAct): Promise<string> {
    const draft = { ...written, description: await this.texts.safe(written.description) };
    return this.transaction.run(async () => {
      const uniqueRoute = routeOf(draft.title);
      if (uniqueRoute === '') throw new TitleWithoutAddress();
      const id = this.ids.next();
      await this.contentStore.addPost({ ...draft, id, uniqueRoute }, this.clock.now(), act.by.name);
      await this.audit.record({
        ...act,
        action: 'posts.create',
        subject: { type: 'post', id },
        after: loggable({ ...draft, uniqueRoute }),
      });
      return id;
    });
  }

  /**
   * The address stays, because links to it exist. A draft without a date gets the current date when it is published. @throws PostNotFound,
   * PictureUnfit
   */
  async changePost(id: string, change: Partial<PostDraft>, act: StaffAct): Promise<void> {
    const text = change.description === undefined ? {} : { description: await this.texts.safe(change.description) };
    await this.change(id, (post) => this.dated(post, { ...post, ...change, ...text }), act);
  }

  /** Stores a picture for the texts of posts; its type is checked before. */
  async addPicture(content: Buffer, act: StaffAct): Promise<TextPicture> {
    const picture = await this.texts.keep(content);
    const { id, width, height } = picture;
    const entry = { ...act, action: 'pictures.upload', subject: { type: 'picture', id }, after: { width, height } };
    await this.transaction.run(() => this.audit.record(entry));
    return picture;
  }

  /** @throws PostNotFound */
  async setCover(id: string, picture: Buffer, act: StaffAct): Promise<void> {
    const coverImage = await this.contentStore.storePicture(picture);
    await this.change(id, (post) => ({ ...post, coverImage }), act);
  }

  /** @throws PostNotFound */
  removePost(id: string, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.contentStore.post(id);
      if (!before) throw new PostNotFound();
      await this.contentStore.removePost(id);
      await this.audit.record({ ...act, action: 'posts.remove', subject: { type: 'post', id }, before: loggable(before) });
    });
  }

  /** With the date of its draft, a post published today would look old. */
  private dated(before: Post, after: Post): Post {
    const isPublishedNow = before.isDraft && !after.isDraft && after.publishedAt === null;
    return isPublishedNow ? { ...after, publishedAt: this.clock.now() } : after;
  }

  private change(id: string, changed: (post: Post) => Post, act: StaffAct): Promise<void> {
    return this.transaction.run(async () => {
      const before = await this.contentStore.post(id);
      if (!before) throw new PostNotFound();
      const after = changed(before);
      await this.contentStore.changePost(after, this.clock.now(), act.by.name);
      await this.audit.record({
        ...act,
        action: 'posts.change',
        subject: { type: 'post', id },
        before: loggable(before),
        after: loggable(after),
      });
    });
  }
}

/** The title in lower case with dashes. */
function routeOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 150);
}

const LONGEST_LOGGED = 500;

function loggable(of: object): Record<string, string | number | boolean | null> {
  const short = (value: unknown) => {
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'string' && value.length > LONGEST_LOGGED ? `${value.slice(0, LONGEST_LOGGED)} …` : (value as string);
  };
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, short(value)]));
}
