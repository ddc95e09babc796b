import { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { sql } from 'kysely';
import { demoBlog, demoHome, demoPages, type DemoReference, demoReviews } from '../demo/index.ts';
import { postRecipe } from '../demo/demo-pictures.ts';
import { demoLogin } from '../demo/demo-login.ts';
import { Catalogue } from '../modules/catalog/index.ts';
import { Passwords, User, Users } from '../modules/users/index.ts';
import { Config } from '../platform/config/config.ts';
import { Images } from '../platform/images/images.ts';
import { ImageRecipes } from '../platform/images/ports.ts';
import { imageId, imageIdIn } from '../platform/images/recipe.ts';
import { Clock, Ids, Transaction } from '../shared/ports.ts';

export const DEMO_ACTOR = 'demo';

/** No password gives this hash: demo buyers have written reviews and never log in. */
const NO_PASSWORD = 'none';
const HERO = 'hero';
const CARD_WIDTH = 320;
const HERO_WIDTH = 640;

/** Home, pages, posts, buyers and their reviews: written straight into the tables, each step as often as one likes. */
export class DemoContent {
  private readonly transaction: Transaction;
  private readonly now: Date;

  constructor(private readonly app: INestApplicationContext) {
    this.transaction = this.get(Transaction);
    this.now = this.get(Clock).now();
  }

  async writeHome(): Promise<void> {
    const { hero, sections } = demoHome();
    const all = [
      { id: HERO, sectionName: 'Featured', products: hero, after_slider_platform: false, after_slider_price: false },
      ...sections,
    ];
    const ids = await this.productIds(all.flatMap(({ products }) => products));
    await this.transaction.run(async () => {
      for (const [position, section] of all.entries()) {
        await sql`insert into home_section (id, position, section_name, is_featured, after_slider_platform, after_slider_price, changed_by, updated_at)
          values (${section.id}, ${position}, ${section.sectionName}, ${section.id === HERO}, ${section.after_slider_platform}, ${section.after_slider_price}, ${DEMO_ACTOR}, ${this.now})
          on conflict (id) do nothing`.execute(this.database());
        const products = section.products.map((reference) => ids.get(String(reference)) ?? '');
        await sql`insert into home_section_product (section_id, position, product_id)
          select ${section.id}, position, product_id from unnest(${products}::text[]) with ordinality as entry (product_id, position)
          on conflict (section_id, position) do nothing`.execute(this.database());
      }
    });
  }

  async writePages(): Promise<void> {
    const posts = demoBlog().map((post) => ({ ...post, recipe: postRecipe(post) }));
    await this.transaction.run(async () => {
      for (const [position, page] of demoPages().entries()) {
        await sql`insert into info_page (name, type, position, description, meta_description, updated_at, changed_by)
          values (${page.name}, ${page.type}, ${position}, ${page.description}, ${page.meta_description}, ${this.now}, ${DEMO_ACTOR})
          on conflict (name) do nothing`.execute(this.database());
      }
      await this.get(ImageRecipes).add(posts.map(({ recipe }) => recipe));
      for (const post of posts) {
        await sql`insert into blog_post (id, unique_route, title, cover_image, meta_description, description, published_at, created_at, updated_at, changed_by)
          values (${post.id}, ${post.uniqueRoute}, ${post.title}, ${imageId(post.recipe)}, ${post.metaDescription}, ${post.description}, least(${post.createdAt}::timestamptz, ${this.now}), ${post.createdAt}, ${this.now}, ${DEMO_ACTOR})
          on conflict do nothing`.execute(this.database());
      }
    });
  }

  async hasLogin(): Promise<boolean> {
    return (await this.transaction.run(() => this.get(Users).withEmail(demoLogin.email))) !== null;
  }

  /** The demo login, and buyers with the words that they left. */
  async writePeople(): Promise<void> {
    const users = this.get(Users);
    const isNeeded = !this.get(Config).isProduction && !(await this.hasLogin());
    const passwordHash = isNeeded ? await this.get(Passwords).hash(demoLogin.password) : NO_PASSWORD;
    const reviews = demoReviews();
    const ids = await this.productIds(reviews.map(({ product }) => product));
    await this.transaction.run(async () => {
      if (isNeeded)
        await users.add(
          new User({ ...demoLogin, id: this.nextId(), passwordHash, emailVerifiedAt: this.now, at: this.now, actor: DEMO_ACTOR }),
        );
      for (const [index, review] of reviews.entries()) {
        const email = `buyer${index + 1}@demo.keyturn.example`;
        await sql`insert into shop_user (id, email, username, lastname, password_hash, created_at, updated_at, changed_by)
          values (${this.nextId()}, ${email}, ${review.username}, ${review.lastname}, ${NO_PASSWORD}, ${review.createdAt}, ${this.now}, ${DEMO_ACTOR})
          on conflict (email) do nothing`.execute(this.database());
        await sql`insert into review (id, product_type, product_id, user_id, rating, description, created_at, changed_by)
          select ${this.nextId()}, case type when 'game' then 'kinguin' else 'software' end, product.id, shop_user.id, ${review.rating}, ${review.description}, ${review.createdAt}, ${DEMO_ACTOR}
          from product, shop_user where product.id = ${ids.get(String(review.product)) ?? ''} and shop_user.email = ${email}
          on conflict (product_id, user_id) do nothing`.execute(this.database());
      }
    });
  }

  /** What the first visitor of the home page would otherwise wait for. Answers how many. */
  async drawHomePictures(): Promise<number> {
    const { hero, sections } = demoHome();
    const wanted = [
      ...hero.map((product) => ({ product, width: HERO_WIDTH })),
      ...sections.flatMap(({ products }) => products.map((product) => ({ product, width: CARD_WIDTH }))),
    ];
    const ids = await this.productIds(wanted.map(({ product }) => product));
    const cards = await this.get(Catalogue).cards([...ids.values()]);
    const variants = wanted.flatMap(({ product, width }) => {
      const id = imageIdIn(cards.get(ids.get(String(product)) ?? '')?.mainImage ?? '');
      return id === null ? [] : [{ id, width, format: 'webp' as const }];
    });
    const images = this.get(Images);
    await Promise.all(variants.map((variant) => images.variant(variant)));
    return new Set(variants.map(({ id }) => id)).size;
  }

  private productIds(references: readonly DemoReference[]): Promise<ReadonlyMap<string, string>> {
    return this.get(Catalogue).productIds([...new Set(references.map(String))]);
  }

  private nextId(): string {
    return this.get(Ids).next();
  }

  private database() {
    return this.get(EntityManager).getKysely();
  }

  private get<T>(token: abstract new (...args: never[]) => T): T {
    return this.app.get(token as never, { strict: false });
  }
}
