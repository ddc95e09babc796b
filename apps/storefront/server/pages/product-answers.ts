import type { Product, Review, SoftwareDetail } from '@keyturn/api-client';
import {
  activationPhrase,
  chargedMinor,
  formatMoney,
  ownIdFromSlug,
  kinguinIdFromSlug,
  pageHeads,
  pictureAddress,
  PRODUCT_COVER_SIZES,
  readPrice,
} from '@keyturn/shop-rules';
import type { ApiAnswer } from '../api/api-reader.ts';
import type { ServedAnswer } from '../../src/app/first-view.ts';
import { chunks, generalAnswer, NOT_FOUND, type PageAnswer, type PageContext, servedOf, srcSet } from './page-answer.ts';
import { paragraphsOf } from './page-text.ts';
import { productData } from '../head/structured-data.ts';

export async function gameAnswer(context: PageContext, slug: string): Promise<PageAnswer> {
  const id = kinguinIdFromSlug(slug);
  if (id === null) return NOT_FOUND;
  const call = `/products/kinguinId/${id}`;
  const [answer, reviews] = await Promise.all([context.api.read({ path: call }), context.api.read({ path: `/review/kinguin/${id}` })]);
  return productAnswer(context, {
    call,
    reviews,
    product: answer.kind === 'found' ? (answer.body as Product) : answer.kind,
    served: servedOf({ endpointName: 'getGameByKinguinId', arg: { id: String(id) } }, answer),
  });
}

export async function softwareAnswer(context: PageContext, slug: string): Promise<PageAnswer> {
  const id = ownIdFromSlug(slug);
  if (id === null) return NOT_FOUND;
  const call = `/products/${id}`;
  const [answer, reviews] = await Promise.all([context.api.read({ path: call }), context.api.read({ path: `/review/software/${id}` })]);
  return productAnswer(context, {
    call,
    reviews,
    product: answer.kind === 'found' ? (answer.body as SoftwareDetail).game : answer.kind,
    served: servedOf({ endpointName: 'getSoftware', arg: { id } }, answer),
  });
}

interface Asked {
  readonly call: string;
  readonly product: Product | 'missing' | 'silent';
  /** The API answers of the product; empty if there is nothing to render. */
  readonly served: readonly ServedAnswer[];
  readonly reviews: ApiAnswer;
}

async function productAnswer({ api, path, apiOrigin, storefrontOrigin }: PageContext, asked: Asked): Promise<PageAnswer> {
  const { call, product, served, reviews } = asked;
  if (product === 'missing') return NOT_FOUND;
  if (product === 'silent') return generalAnswer(chunks.product, [call]);
  const head = pageHeads.product(product);
  const cover = head.picture && pictureAddress(head.picture.path, head.picture.width, apiOrigin);
  const rated = reviews.kind === 'found' && Array.isArray(reviews.body) ? (reviews.body as Review[]) : [];
  const answers = served.length > 0 ? [...served, ...reviewsOf(product, reviews), ...(await similarTo(product, api))] : [];
  return {
    status: 200,
    ...(answers.length > 0 && { view: { url: head.canonicalPath ?? path, answers } }),
    tags: {
      ...head,
      ...(cover && { pictures: [{ srcSet: srcSet(product.mainImage, apiOrigin), sizes: PRODUCT_COVER_SIZES }] }),
      data: productData(storefrontOrigin, product, cover, rated),
      calls: [call],
    },
    text: {
      heading: product.name,
      paragraphs: [
        `${formatMoney(chargedMinor(readPrice(product, 'Eur')), 'Eur')}, ${product.qty > 0 ? 'in stock' : 'out of stock'}`,
        [product.platform, ...product.genres].filter(Boolean).join(', '),
        `Activates: ${activationPhrase(product)}`,
        head.description,
        ...paragraphsOf(product.description),
      ],
    },
    chunk: chunks.product,
  };
}

/** What the cart calls it: its kinguinId, else its own id (src/shop/product/product.ts). */
function idOf({ kinguinId, _id }: Product): string {
  return typeof kinguinId === 'number' ? String(kinguinId) : _id;
}

function reviewsOf(product: Product, answer: ApiAnswer): readonly ServedAnswer[] {
  const productType = product.type === 'game' ? 'kinguin' : 'software';
  return servedOf({ endpointName: 'listReviews', arg: { productType, productId: idOf(product) } }, answer);
}

async function similarTo(product: Product, api: PageContext['api']): Promise<readonly ServedAnswer[]> {
  const similarProductsRequest = { id: idOf(product), genres: product.genres, platform: product.platform };
  const answer = await api.read({ path: '/products/similarProducts', body: similarProductsRequest });
  return servedOf({ endpointName: 'listSimilarProducts', arg: { similarProductsRequest } }, answer);
}
