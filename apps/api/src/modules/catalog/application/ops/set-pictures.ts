import { Injectable } from '@nestjs/common';
import { Clock, Transaction } from '../../../../shared/ports.ts';
import { Audit, type StaffAct } from '../../../ops/index.ts';
import { ProductNotFound, TooManyScreenshots } from '../../domain/product-change-errors.ts';
import { Catalogue } from '../catalogue.ts';
import { Listings } from '../ports.ts';
import { type StaffProduct, StaffProducts } from './staff-products.ts';

const MOST_SCREENSHOTS = 10;

/** Storage of uploaded pictures. */
export abstract class PictureStorage {
  /** Answers the id that the picture is served under: the same bytes, the same id. `isCover`: all sizes of a cover are made now. */
  abstract keep(content: Buffer, options?: { readonly isCover: boolean }): Promise<string>;
}

/** Sets uploaded pictures of a product instead of generated ones. */
@Injectable()
export class SetPictures {
  constructor(
    private readonly pictureStorage: PictureStorage,
    private readonly staffProducts: StaffProducts,
    private readonly catalogue: Catalogue,
    private readonly listings: Listings,
    private readonly audit: Audit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
  ) {}

  /** @throws ProductNotFound */
  async cover(name: string, content: Buffer, act: StaffAct): Promise<void> {
    const id = await this.pictureStorage.keep(content);
    await this.change(name, act, () => ({ coverImage: id }));
  }

  /** Adds one at the end. @throws ProductNotFound, TooManyPictures */
  async addScreenshot(name: string, content: Buffer, act: StaffAct): Promise<void> {
    const id = await this.pictureStorage.keep(content);
    await this.change(name, act, ({ screenshotImages }) => {
      if (screenshotImages.length >= MOST_SCREENSHOTS && !screenshotImages.includes(id)) throw new TooManyScreenshots(MOST_SCREENSHOTS);
      return { screenshotImages: [...screenshotImages.filter((one) => one !== id), id] };
    });
  }

  /** `place`: from 1. @throws ProductNotFound */
  async removeScreenshot(name: string, place: number, act: StaffAct): Promise<void> {
    await this.change(name, act, ({ screenshotImages }) => {
      if (screenshotImages[place - 1] === undefined) throw new ProductNotFound('place', 'The product has no such screenshot.');
      return { screenshotImages: screenshotImages.filter((_one, index) => index !== place - 1) };
    });
  }

  private change(
    name: string,
    act: StaffAct,
    changed: (product: StaffProduct) => Partial<Pick<StaffProduct, 'coverImage' | 'screenshotImages'>>,
  ): Promise<void> {
    return this.transaction.run(async () => {
      const productId = (await this.catalogue.productIds([name])).get(name);
      const product = productId === undefined ? null : await this.staffProducts.forUpdate(productId);
      if (!product) throw new ProductNotFound();
      const change = changed(product);
      const at = this.clock.now();
      await this.staffProducts.change(product.id, change, at, act.by.name);
      await this.listings.rebuild([product.id], at);
      const { coverImage, screenshotImages } = product;
      await this.audit.record({
        ...act,
        action: 'products.pictures',
        subject: { type: 'product', id: product.id },
        before: change.coverImage === undefined ? { screenshotImages } : { coverImage },
        after: { ...change },
      });
    });
  }
}
