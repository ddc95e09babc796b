import { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { demoBlog, demoHome, demoPages, type DemoReference, demoReviews } from '../demo/index.ts';
import { postRecipe } from '../demo/demo-pictures.ts';
import { demoLogin } from '../demo/demo-login.ts';
import { Catalogue, ProductReads, seedHome } from '../modules/catalog/index.ts';
import { seedPages, seedPosts } from '../modules/content/index.ts';
import { type SeedReview, seedReviews } from '../modules/reviews/index.ts';
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

/** Home, pages, posts, buyers and their reviews, each step as often as one likes. */
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
    const seeded = all.map((section) => ({
      id: section.id,
      name: section.sectionName,
      isFeatured: section.id === HERO,
      afterSliderPlatform: section.after_slider_platform,
      afterSliderPrice: section.after_slider_price,
      productIds: section.products.map((reference) => ids.get(String(reference)) ?? ''),
    }));
    await this.transaction.run(() => seedHome(this.database(), seeded, this.now, DEMO_ACTOR));
  }

  async writePages(): Promise<void> {
    const pages = demoPages().map(({ meta_description: metaDescription, ...page }, position) => ({ ...page, position, metaDescription }));
    const posts = demoBlog().map((post) => ({ ...post, recipe: postRecipe(post), createdAt: new Date(post.createdAt) }));
    await this.transaction.run(async () => {
      await seedPages(this.database(), pages, this.now, DEMO_ACTOR);
      await this.get(ImageRecipes).add(posts.map(({ recipe }) => recipe));
      const pictured = posts.map(({ recipe, ...post }) => ({ ...post, coverImage: imageId(recipe) }));
      await seedPosts(this.database(), pictured, this.now, DEMO_ACTOR);
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
    const products = await this.get(ProductReads).ofIds([...ids.values()]);
    await this.transaction.run(async () => {
      if (isNeeded)
        await users.add(
          new User({ ...demoLogin, id: this.nextId(), passwordHash, emailVerifiedAt: this.now, at: this.now, actor: DEMO_ACTOR }),
        );
      const written: SeedReview[] = [];
      for (const [index, { username, lastname, rating, description, ...review }] of reviews.entries()) {
        const createdAt = new Date(review.createdAt);
        const email = `buyer${index + 1}@demo.keyturn.example`;
        const passwordHash = NO_PASSWORD;
        const names = { username, lastname, emailVerifiedAt: null };
        const buyer = new User({ ...names, id: this.nextId(), email, passwordHash, at: createdAt, actor: DEMO_ACTOR });
        const { id: authorId } = await users.addUnlessTaken(Object.assign(buyer, { email }));
        const product = products.get(ids.get(String(review.product)) ?? '');
        if (!product) continue;
        const productType = product.type === 'game' ? 'kinguin' : 'software';
        written.push({ id: this.nextId(), productType, productId: product.productId, authorId, rating, description, createdAt });
      }
      await seedReviews(this.database(), written, DEMO_ACTOR);
    });
  }

  /** Pictures of the home page, drawn before the first visitor. Returns how many. */
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
