import type { GetHomeApiResponse, HomeSection, ListedProduct } from '@keyturn/api-client';
import { HERO_SIZES, NAVIGATION_PLATFORMS, pageHeads } from '@keyturn/shop-rules';
import { cardLink } from './list-answers.ts';
import { chunks, type PageAnswer, type PageContext, srcSet, viewOf } from './page-answer.ts';
import { shopData } from '../head/structured-data.ts';

/** Which of the featured games is centred depends on how many are in view. */
const MIDDLES = ['(max-width: 499px)', '(min-width: 500px) and (max-width: 969px)', '(min-width: 970px)'];

export async function homeAnswer({ path, api, apiOrigin, storefrontOrigin }: PageContext): Promise<PageAnswer> {
  const answer = await api.read({ path: '/home' });
  const entries = answer.kind === 'found' ? (answer.body as GetHomeApiResponse) : [];
  const featured: ListedProduct[] = entries.flatMap((entry) => (Array.isArray(entry) ? entry : [])).flatMap(({ products }) => products);
  const sections = entries.filter((entry): entry is HomeSection => !Array.isArray(entry));
  const pictures = MIDDLES.flatMap((media, position) => {
    const game = featured[position % Math.max(1, featured.length)];
    return game?.mainImage ? [{ srcSet: srcSet(game.mainImage, apiOrigin), sizes: HERO_SIZES, media }] : [];
  });
  const shown = new Map([featured, ...sections.map(({ products }) => products)].flat().map((product) => [product._id, product]));
  return {
    status: 200,
    tags: { ...pageHeads.home, calls: ['/home'], pictures, data: shopData(storefrontOrigin) },
    text: {
      heading: pageHeads.home.title,
      paragraphs: [pageHeads.home.description],
      links: [
        ...NAVIGATION_PLATFORMS.map((platform) => ({ path: pageHeads.platform(platform).canonicalPath ?? '', text: platform })),
        { path: '/softwares', text: 'Software' },
        ...[...shown.values()].map(cardLink),
      ],
    },
    chunk: chunks.home,
    ...viewOf(path, { endpointName: 'getHome', arg: undefined }, answer),
  };
}
