import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addProducts } from '../../../../testing/products.ts';
import { type TestShop, testShop } from '../../../../testing/test-shop.ts';
import { CatalogueReads } from '../../application/catalogue-reads.ts';

/** Fields that the shop passes on unchanged. */
const PASSED_ON = {
  kinguinId: 7,
  name: 'Every Field',
  title: 'Every Field, for Xbox',
  meta_description: 'All of it.',
  productId: 'CustomGame',
  platform: 'Xbox',
  category: 'Game',
  description: '<p>Words</p>',
  notes: '<p>Mind <b>this</b></p>',
  ageRating: 'PEGI 16',
  releaseDate: '2024-03-05',
  developers: ['One', 'Two'],
  publishers: ['Three'],
  genres: ['FPS', 'RPG'],
  languages: ['Global', 'Polish'],
  regions: ['Europe'],
  regionId: 1,
  regionalLimitations: 'Europe',
  countryLimitation: ['PL', 'PT'],
  shiping: 2,
  unit: 'hours',
  systemRequirements: [{ system: 'Windows', requirement: ['OS: Windows 10'] }],
  customSystem: [{ title: 'Memory', value: '4 GB' }],
  overView: [{ title: 'Players', value: 'One' }],
  sellPrice: 59,
  usdPrice: 65,
  plnPrice: 250,
  gbpPrice: 50,
  is_discounted: true,
  new_price: 36,
  usdPriceDiscounted: 40,
  plnPriceDiscounted: 155,
  gbpPriceDiscounted: 31,
  limt_per_basket: 3,
  cheapestOfferId: ['offer-a', 'offer-b'],
};

export function productDetail(): void {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await testShop();
  });
  afterAll(() => shop.close());

  test('a product page has every field of the specification, as in the feed', async () => {
    const path = (digit: string, width: number) => `images/${digit.repeat(32)}-${width}.webp`;
    const address = (digit: string, width: number) => ({ url: `http://localhost:3000/${path(digit, width)}` });
    const [id] = await addProducts(shop, [
      {
        ...PASSED_ON,
        mainImage: path('a', 320),
        images: { screenshots: [{ url: path('b', 1280) }, { url: path('c', 320) }] },
        descriptions: [
          { typeDesc: 'Paragraph', shortTitle: 'A', shortDesc: '<p>a</p>' },
          { typeDesc: 'Image', shortTitle: 'B', shortDesc: '<p>b</p>', image: path('d', 1280), postionImage: 'right' },
        ],
        keys: 5,
      },
    ]);
    expect(JSON.parse((await shop.get(CatalogueReads).gameByKinguinId(7)) ?? '')).toEqual({
      ...PASSED_ON,
      _id: id,
      type: 'game',
      mainImage: path('a', 320),
      coverImageOriginal: address('a', 640).url,
      images: { cover: address('a', 640), screenshots: [address('b', 1280), address('c', 1280)] },
      descriptions: [
        { typeDesc: 'Paragraph', shortTitle: 'A', shortDesc: '<p>a</p>', image: null, postionImage: null },
        {
          typeDesc: 'Image',
          shortTitle: 'B',
          shortDesc: '<p>b</p>',
          image: path('d', 640),
          postionImage: 'right',
        },
      ],
      price: 59,
      discount_perc: 39,
      qty: 5,
      mqte: 3,
    });
  });
}
