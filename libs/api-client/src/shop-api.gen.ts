/* Written from openapi/openapi.json by libs/api-client/generate.ts. Do not edit. */
import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBlockedCountries: build.query<ListBlockedCountriesApiResponse, ListBlockedCountriesApiArg>({
      query: () => ({ url: `/blocker/countries` }),
    }),
    listBlogPosts: build.query<ListBlogPostsApiResponse, ListBlogPostsApiArg>({
      query: () => ({ url: `/blog` }),
    }),
    getBlogPost: build.query<GetBlogPostApiResponse, GetBlogPostApiArg>({
      query: (queryArg) => ({ url: `/blog/title/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    validateCart: build.mutation<ValidateCartApiResponse, ValidateCartApiArg>({
      query: (queryArg) => ({ url: `/cart-validation`, method: 'POST', body: queryArg.cartDto }),
    }),
    getHome: build.query<GetHomeApiResponse, GetHomeApiArg>({
      query: () => ({ url: `/home` }),
    }),
    getPage: build.query<GetPageApiResponse, GetPageApiArg>({
      query: (queryArg) => ({ url: `/pages/getPage`, method: 'POST', body: queryArg.infoPageRequest }),
    }),
    listPages: build.query<ListPagesApiResponse, ListPagesApiArg>({
      query: () => ({ url: `/pages/pages` }),
    }),
    listSoftware: build.query<ListSoftwareApiResponse, ListSoftwareApiArg>({
      query: (queryArg) => ({
        url: `/products`,
        params: {
          page: queryArg.page,
          currentPage: queryArg.currentPage,
          limit: queryArg.limit,
          genres: queryArg.genres,
          minPrice: queryArg.minPrice,
          maxPrice: queryArg.maxPrice,
          currency: queryArg.currency,
          sort: queryArg.sort,
        },
      }),
    }),
    listFilteredProducts: build.query<ListFilteredProductsApiResponse, ListFilteredProductsApiArg>({
      query: (queryArg) => ({
        url: `/products/getAllProductsFiltred`,
        params: {
          page: queryArg.page,
          currentPage: queryArg.currentPage,
          limit: queryArg.limit,
          genres: queryArg.genres,
          minPrice: queryArg.minPrice,
          maxPrice: queryArg.maxPrice,
          currency: queryArg.currency,
          sort: queryArg.sort,
        },
      }),
    }),
    listPlatformProducts: build.query<ListPlatformProductsApiResponse, ListPlatformProductsApiArg>({
      query: (queryArg) => ({
        url: `/products/kinguin/${encodeURIComponent(String(queryArg.platform))}`,
        params: {
          page: queryArg.page,
          currentPage: queryArg.currentPage,
          limit: queryArg.limit,
          genres: queryArg.genres,
          minPrice: queryArg.minPrice,
          maxPrice: queryArg.maxPrice,
          currency: queryArg.currency,
          sort: queryArg.sort,
        },
      }),
    }),
    getGameByKinguinId: build.query<GetGameByKinguinIdApiResponse, GetGameByKinguinIdApiArg>({
      query: (queryArg) => ({ url: `/products/kinguinId/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    createPaymentCheckout: build.mutation<CreatePaymentCheckoutApiResponse, CreatePaymentCheckoutApiArg>({
      query: (queryArg) => ({
        url: `/products/payment_checkout`,
        method: 'POST',
        body: queryArg.checkoutDto,
        headers: {
          'Idempotency-Key': queryArg['Idempotency-Key'],
        },
      }),
    }),
    searchProducts: build.query<SearchProductsApiResponse, SearchProductsApiArg>({
      query: (queryArg) => ({
        url: `/products/search/${encodeURIComponent(String(queryArg.query))}`,
        params: {
          page: queryArg.page,
          currentPage: queryArg.currentPage,
          limit: queryArg.limit,
          genres: queryArg.genres,
          minPrice: queryArg.minPrice,
          maxPrice: queryArg.maxPrice,
          currency: queryArg.currency,
          sort: queryArg.sort,
        },
      }),
    }),
    listSimilarProducts: build.query<ListSimilarProductsApiResponse, ListSimilarProductsApiArg>({
      query: (queryArg) => ({ url: `/products/similarProducts`, method: 'POST', body: queryArg.similarProductsRequest }),
    }),
    getSoftware: build.query<GetSoftwareApiResponse, GetSoftwareApiArg>({
      query: (queryArg) => ({ url: `/products/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    listReviews: build.query<ListReviewsApiResponse, ListReviewsApiArg>({
      query: (queryArg) => ({
        url: `/review/${encodeURIComponent(String(queryArg.productType))}/${encodeURIComponent(String(queryArg.productId))}`,
      }),
    }),
    login: build.mutation<LoginApiResponse, LoginApiArg>({
      query: (queryArg) => ({ url: `/user/login`, method: 'POST', body: queryArg.loginRequest }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type ListBlockedCountriesApiResponse = /** status 200  */ string[];
export type ListBlockedCountriesApiArg = void;
export type ListBlogPostsApiResponse = /** status 200  */ BlogPostCard[];
export type ListBlogPostsApiArg = void;
export type GetBlogPostApiResponse = /** status 200  */ BlogPost;
export type GetBlogPostApiArg = {
  id: string;
};
export type ValidateCartApiResponse = /** status 200  */ CheckedCartDto;
export type ValidateCartApiArg = {
  cartDto: CartDto;
};
export type GetHomeApiResponse = /** status 200  */ (HomeFeatured[] | HomeSection)[];
export type GetHomeApiArg = void;
export type GetPageApiResponse = /** status 200  */ InfoPage;
export type GetPageApiArg = {
  infoPageRequest: InfoPageRequest;
};
export type ListPagesApiResponse = /** status 200  */ InfoPageLink[];
export type ListPagesApiArg = void;
export type ListSoftwareApiResponse = /** status 200  */ SoftwarePage;
export type ListSoftwareApiArg = {
  /** From 1 */
  page?: number;
  /** Read where `page` is absent */
  currentPage?: number;
  limit?: number;
  /** Comma list; a product matches with any of them */
  genres?: string;
  /** Inclusive, in `currency` */
  minPrice?: number;
  /** Inclusive, in `currency` */
  maxPrice?: number;
  /** EUR, USD, PLN or GBP in any letter case; EUR when absent */
  currency?: string;
  /** `relevance` is for searching, and its default */
  sort?: 'popular' | 'newest' | 'priceAsc' | 'priceDesc' | 'nameAsc' | 'relevance';
};
export type ListFilteredProductsApiResponse = /** status 200  */ ProductPage;
export type ListFilteredProductsApiArg = {
  /** From 1 */
  page?: number;
  /** Read where `page` is absent */
  currentPage?: number;
  limit?: number;
  /** Comma list; a product matches with any of them */
  genres?: string;
  /** Inclusive, in `currency` */
  minPrice?: number;
  /** Inclusive, in `currency` */
  maxPrice?: number;
  /** EUR, USD, PLN or GBP in any letter case; EUR when absent */
  currency?: string;
  /** `relevance` is for searching, and its default */
  sort?: 'popular' | 'newest' | 'priceAsc' | 'priceDesc' | 'nameAsc' | 'relevance';
};
export type ListPlatformProductsApiResponse = /** status 200  */ ProductPage;
export type ListPlatformProductsApiArg = {
  platform: string;
  /** From 1 */
  page?: number;
  /** Read where `page` is absent */
  currentPage?: number;
  limit?: number;
  /** Comma list; a product matches with any of them */
  genres?: string;
  /** Inclusive, in `currency` */
  minPrice?: number;
  /** Inclusive, in `currency` */
  maxPrice?: number;
  /** EUR, USD, PLN or GBP in any letter case; EUR when absent */
  currency?: string;
  /** `relevance` is for searching, and its default */
  sort?: 'popular' | 'newest' | 'priceAsc' | 'priceDesc' | 'nameAsc' | 'relevance';
};
export type GetGameByKinguinIdApiResponse = /** status 200  */ Product;
export type GetGameByKinguinIdApiArg = {
  id: string;
};
export type CreatePaymentCheckoutApiResponse = /** status 201  */ PaymentSessionDto;
export type CreatePaymentCheckoutApiArg = {
  /** Repeats under one key are one session */
  'Idempotency-Key'?: string;
  checkoutDto: CheckoutDto;
};
export type SearchProductsApiResponse = /** status 200  */ ProductPage;
export type SearchProductsApiArg = {
  query: string;
  /** From 1 */
  page?: number;
  /** Read where `page` is absent */
  currentPage?: number;
  limit?: number;
  /** Comma list; a product matches with any of them */
  genres?: string;
  /** Inclusive, in `currency` */
  minPrice?: number;
  /** Inclusive, in `currency` */
  maxPrice?: number;
  /** EUR, USD, PLN or GBP in any letter case; EUR when absent */
  currency?: string;
  /** `relevance` is for searching, and its default */
  sort?: 'popular' | 'newest' | 'priceAsc' | 'priceDesc' | 'nameAsc' | 'relevance';
};
export type ListSimilarProductsApiResponse = /** status 200  */ SimilarProducts;
export type ListSimilarProductsApiArg = {
  similarProductsRequest: SimilarProductsRequest;
};
export type GetSoftwareApiResponse = /** status 200  */ SoftwareDetail;
export type GetSoftwareApiArg = {
  id: string;
};
export type ListReviewsApiResponse = /** status 200  */ Review[];
export type ListReviewsApiArg = {
  productType: 'kinguin' | 'software';
  productId: string;
};
export type LoginApiResponse = /** status 200  */ LoginAnswer;
export type LoginApiArg = {
  loginRequest: LoginRequest;
};
export type BlogPostCard = {
  /** Path on the API host */
  coverImage: string;
  createdAt: string;
  /** What is shown as its date */
  date: string;
  id: string;
  metaDescription: string;
  title: string;
  /** The title in lower case with dashes: /blog/{uniqueRoute} */
  uniqueRoute: string;
};
export type ProblemDetail = {
  field: string;
  message: string;
};
export type Problem = {
  details?: ProblemDetail[];
  /** The name of the status */
  error: string;
  /** One sentence that a shopper can read */
  message: string;
  statusCode: number;
};
export type BlogPost = {
  /** Path on the API host */
  coverImage: string;
  createdAt: string;
  /** What is shown as its date */
  date: string;
  /** Safe HTML */
  description: string;
  id: string;
  metaDescription: string;
  title: string;
  /** The title in lower case with dashes: /blog/{uniqueRoute} */
  uniqueRoute: string;
};
export type ProductCard = {
  /** The shop's own id: no dashes */
  _id: string;
  category: string;
  cheapestOfferId: string[];
  /** Whole percent, 0 without a discount */
  discount_perc: number;
  /** Major units, at most two decimals */
  gbpPrice: number;
  /** Major units, at most two decimals; null without a discount */
  gbpPriceDiscounted: number | null;
  genres: string[];
  is_discounted: boolean;
  /** Absent for software */
  kinguinId?: number;
  limt_per_basket: number | null;
  /** Path on the API host: images/{id}-{width}.webp */
  mainImage: string;
  /** The most that one basket may hold */
  mqte: number;
  name: string;
  /** Euro price after discount; null without one */
  new_price: number | null;
  platform: string;
  /** Major units, at most two decimals */
  plnPrice: number;
  /** Major units, at most two decimals; null without a discount */
  plnPriceDiscounted: number | null;
  /** Euro list price, the same as sellPrice. Major units, at most two decimals */
  price: number;
  /** `CustomGame` marks a product of our own */
  productId: string;
  /** Software only */
  productName?: string;
  /** What can be bought now */
  qty: number;
  regions: string[];
  releaseDate: string | null;
  /** Euro list price. Major units, at most two decimals */
  sellPrice: number;
  type: 'game' | 'software';
  /** Major units, at most two decimals */
  usdPrice: number;
  /** Major units, at most two decimals; null without a discount */
  usdPriceDiscounted: number | null;
};
export type CheckedLineDto = {
  _id: string;
  /** The product as it is offered now; absent when it is not. */
  product?: ProductCard;
  quantity: number;
  status: 'ok' | 'adjusted' | 'repriced' | 'removed';
  type: 'game' | 'software';
};
export type CheckedCartDto = {
  currency: 'EUR' | 'USD' | 'PLN' | 'GBP';
  lines: CheckedLineDto[];
  /** Major units */
  total: number;
};
export type CartItemDto = {
  /** kinguinId of a game, own id of a software */
  _id: string;
  type: 'game' | 'software';
};
export type CartLineDto = {
  item: CartItemDto;
  /** The prices that the browser remembers. Never charged; a difference is told as `repriced`. */
  prices?: {
    [key: string]: unknown;
  };
  quantity: number;
};
export type CartDto = {
  cart: CartLineDto[];
  currency: 'EUR' | 'USD' | 'PLN' | 'GBP';
};
export type HomeFeatured = {
  products: ProductCard[];
};
export type HomeSection = {
  after_slider_platform: boolean;
  after_slider_price: boolean;
  id: string;
  products: ProductCard[];
  sectionName: string;
};
export type InfoPage = {
  /** Safe HTML */
  description: string;
  meta_description: string;
  name: string;
};
export type InfoPageRequest = {
  name: string;
};
export type InfoPageLink = {
  name: string;
  type: 'Company' | 'Resources';
};
export type SoftwarePage = {
  games: ProductCard[];
  /** Exact up to 10,000 matches; 0 for none */
  totalPages: number;
};
export type ProductPage = {
  products: ProductCard[];
  /** Exact up to 10,000 matches; 0 for none */
  totalPages: number;
};
export type TitledValue = {
  title: string;
  value: string;
};
export type DescriptionBlock = {
  /** Path on the API host */
  image: string | null;
  postionImage: string | null;
  /** Safe HTML */
  shortDesc: string;
  shortTitle: string;
  /** `Paragraph`, or an image type */
  typeDesc: string;
};
export type Picture = {
  /** Absolute address */
  url: string;
};
export type ProductImages = {
  cover: Picture;
  screenshots: Picture[];
};
export type SystemRequirements = {
  /** Lines of the form "Label: value" */
  requirement: string[];
  system: string;
};
export type Product = {
  /** The shop's own id: no dashes */
  _id: string;
  ageRating: string | null;
  category: string;
  cheapestOfferId: string[];
  /** Absolute address */
  coverImageOriginal: string;
  customSystem: TitledValue[];
  /** Safe HTML */
  description: string;
  descriptions: DescriptionBlock[];
  developers: string[];
  /** Whole percent, 0 without a discount */
  discount_perc: number;
  /** Major units, at most two decimals */
  gbpPrice: number;
  /** Major units, at most two decimals; null without a discount */
  gbpPriceDiscounted: number | null;
  genres: string[];
  images: ProductImages;
  is_discounted: boolean;
  /** Absent for software */
  kinguinId?: number;
  languages: string[];
  limt_per_basket: number | null;
  /** Path on the API host: images/{id}-{width}.webp */
  mainImage: string;
  meta_description: string;
  /** The most that one basket may hold */
  mqte: number;
  name: string;
  /** Euro price after discount; null without one */
  new_price: number | null;
  /** Safe HTML for the notice box */
  notes: string;
  overView: TitledValue[];
  platform: string;
  /** Major units, at most two decimals */
  plnPrice: number;
  /** Major units, at most two decimals; null without a discount */
  plnPriceDiscounted: number | null;
  /** Euro list price, the same as sellPrice. Major units, at most two decimals */
  price: number;
  /** `CustomGame` marks a product of our own */
  productId: string;
  /** Software only */
  productName?: string;
  publishers: string[];
  /** What can be bought now */
  qty: number;
  regions: string[];
  releaseDate: string | null;
  /** Euro list price. Major units, at most two decimals */
  sellPrice: number;
  /** Ship time in `unit`; null is at once */
  shiping: number | null;
  systemRequirements: SystemRequirements[];
  title: string;
  type: 'game' | 'software';
  unit: string | null;
  /** Major units, at most two decimals */
  usdPrice: number;
  /** Major units, at most two decimals; null without a discount */
  usdPriceDiscounted: number | null;
};
export type PaymentSessionDto = {
  /** The payment session */
  id: string;
  /** Where to send the browser */
  url: string;
};
export type CheckoutDataDto = {
  company?: string;
  customerNotes?: string;
  email: string;
  fullName: string;
  phone?: string;
  selectedCountry?: string;
  taxNumber?: string;
  /** Stored with the time */
  termsAccepted?: boolean;
  zipCode?: string;
};
export type CheckoutDto = {
  cart: CartLineDto[];
  currency: 'EUR' | 'USD' | 'PLN' | 'GBP';
  data: CheckoutDataDto;
  /** The total that the buyer saw, in major units. Where it differs, 409 tells the lines as they are now. */
  expectedTotal?: number | null;
};
export type SimilarProducts = {
  products: ProductCard[];
};
export type SimilarProductsRequest = {
  genres?: string[];
  /** kinguinId or own id */
  id: number | string;
  platform?: string;
};
export type SoftwareDetail = {
  game: Product;
  message: string;
};
export type Reviewer = {
  /** Its first letter only */
  lastname: string;
  username: string;
};
export type Review = {
  _id: string;
  createdAt: string;
  description: string;
  /** The product's id: kinguinId of a game, own id of a software */
  kinguin: string;
  productType: 'kinguin' | 'software';
  rating: number;
  user: Reviewer;
};
export type LoginAnswer = {
  message: string;
  succes: boolean;
  /** The token: lives one day */
  tk: string;
  username: string;
};
export type LoginProblem = {
  details?: ProblemDetail[];
  /** The name of the status */
  error: string;
  /** One sentence that a shopper can read */
  message: string;
  statusCode: number;
  succes: boolean;
};
export type LoginRequest = {
  email: string;
  password: string;
};
export const {
  useListBlockedCountriesQuery,
  useListBlogPostsQuery,
  useGetBlogPostQuery,
  useValidateCartMutation,
  useGetHomeQuery,
  useGetPageQuery,
  useListPagesQuery,
  useListSoftwareQuery,
  useListFilteredProductsQuery,
  useListPlatformProductsQuery,
  useGetGameByKinguinIdQuery,
  useCreatePaymentCheckoutMutation,
  useSearchProductsQuery,
  useListSimilarProductsQuery,
  useGetSoftwareQuery,
  useListReviewsQuery,
  useLoginMutation,
} = injectedRtkApi;
