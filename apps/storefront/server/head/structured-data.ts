import type { BlogPost, ListedProduct, Product, Review } from '@keyturn/api-client';
import { blogPath, chargedMinor, findPlatform, MOST_STARS, pageHeads, productPath, readPrice, SHOP_NAME } from '@keyturn/shop-rules';

const SCHEMA = { '@context': 'https://schema.org' };

/** What the shop and its search are, for the page that stands for the whole. */
export function shopData(origin: string): object[] {
  return [
    {
      ...SCHEMA,
      '@type': 'WebSite',
      '@id': `${origin}/#website`,
      url: `${origin}/home`,
      name: SHOP_NAME,
      description: pageHeads.home.description,
      publisher: shopOf(origin),
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search/{search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
    { ...SCHEMA, ...shopOf(origin), logo: `${origin}/favicon.svg` },
  ];
}

/** The shop as the organisation that sells, writes and publishes: the same on every page. */
const shopOf = (origin: string) => ({ '@type': 'OnlineStore', '@id': `${origin}/#organization`, name: SHOP_NAME, url: `${origin}/home` });

/** The way from home to a page: names and paths, home left out. */
export function breadcrumbs(origin: string, ...way: readonly { readonly name: string; readonly path: string }[]): object {
  return {
    ...SCHEMA,
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/home' }, ...way].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

export function productData(origin: string, product: Product, image: string | undefined, reviews: readonly Review[]): object[] {
  const head = pageHeads.product(product);
  const euro = readPrice(product, 'Eur');
  const platform = findPlatform(product.platform);
  const [brand] = product.publishers.length > 0 ? product.publishers : product.developers;
  const pictures = [...(image === undefined ? [] : [image]), ...product.images.screenshots.map(({ url }) => url)];
  return [
    {
      ...SCHEMA,
      '@type': 'Product',
      name: product.name,
      description: head.description,
      sku: String(product.kinguinId ?? product._id),
      category: product.category || (product.type === 'game' ? 'Game' : 'Software'),
      ...(pictures.length > 0 && { image: pictures }),
      ...(brand !== undefined && { brand: { '@type': 'Brand', name: brand } }),
      offers: {
        '@type': 'Offer',
        url: origin + productPath(product),
        price: (chargedMinor(euro) / 100).toFixed(2),
        priceCurrency: 'EUR',
        itemCondition: 'https://schema.org/NewCondition',
        availability: product.qty > 0 ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
        seller: shopOf(origin),
      },
      ...(reviews.length > 0 && { aggregateRating: aggregateRating(reviews) }),
    },
    breadcrumbs(
      origin,
      product.type === 'software'
        ? { name: 'Software', path: '/softwares' }
        : platform === null
          ? { name: 'All games', path: '/game-list-filtred' }
          : { name: platform, path: pageHeads.platform(platform).canonicalPath ?? '' },
      { name: product.name, path: productPath(product) },
    ),
  ];
}

function aggregateRating(reviews: readonly Review[]): object {
  const average = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length;
  return {
    '@type': 'AggregateRating',
    ratingValue: Number(average.toFixed(2)),
    reviewCount: reviews.length,
    bestRating: MOST_STARS,
    worstRating: 1,
  };
}

export function listData(origin: string, name: string, path: string, products: readonly ListedProduct[]): object[] {
  const items = {
    ...SCHEMA,
    '@type': 'ItemList',
    name,
    numberOfItems: products.length,
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: product.name,
      url: origin + productPath(product),
    })),
  };
  return [...(products.length > 0 ? [items] : []), breadcrumbs(origin, { name, path })];
}

export function postData(origin: string, post: BlogPost, image: string): object[] {
  const url = origin + blogPath(post.uniqueRoute);
  return [
    {
      ...SCHEMA,
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.metaDescription,
      image,
      datePublished: post.date,
      url,
      mainEntityOfPage: url,
      author: shopOf(origin),
      publisher: shopOf(origin),
    },
    breadcrumbs(
      origin,
      { name: pageHeads.blog.title, path: pageHeads.blog.canonicalPath },
      { name: post.title, path: blogPath(post.uniqueRoute) },
    ),
  ];
}
