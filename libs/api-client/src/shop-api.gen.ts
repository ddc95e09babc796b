/* Written from openapi/openapi.json by libs/api-client/generate.ts. Do not edit. */
import { baseApi as api } from "./base-api.ts";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getHome: build.query<GetHomeApiResponse, GetHomeApiArg>({
      query: () => ({ url: `/home` }),
    }),
    getGameByKinguinId: build.query<
      GetGameByKinguinIdApiResponse,
      GetGameByKinguinIdApiArg
    >({
      query: (queryArg) => ({
        url: `/products/kinguinId/${encodeURIComponent(String(queryArg.id))}`,
      }),
    }),
    listPlatformProducts: build.query<
      ListPlatformProductsApiResponse,
      ListPlatformProductsApiArg
    >({
      query: (queryArg) => ({
        url: `/products/kinguin/${encodeURIComponent(String(queryArg.platform))}`,
        params: {
          limit: queryArg.limit,
          page: queryArg.page,
          genres: queryArg.genres,
          minPrice: queryArg.minPrice,
          maxPrice: queryArg.maxPrice,
          currency: queryArg.currency,
          sort: queryArg.sort,
        },
      }),
    }),
    listSoftware: build.query<ListSoftwareApiResponse, ListSoftwareApiArg>({
      query: (queryArg) => ({
        url: `/products`,
        params: {
          limit: queryArg.limit,
          page: queryArg.page,
          genres: queryArg.genres,
          minPrice: queryArg.minPrice,
          maxPrice: queryArg.maxPrice,
          currency: queryArg.currency,
          sort: queryArg.sort,
        },
      }),
    }),
    listFilteredProducts: build.query<
      ListFilteredProductsApiResponse,
      ListFilteredProductsApiArg
    >({
      query: (queryArg) => ({
        url: `/products/getAllProductsFiltred`,
        params: {
          limit: queryArg.limit,
          page: queryArg.page,
          genres: queryArg.genres,
          minPrice: queryArg.minPrice,
          maxPrice: queryArg.maxPrice,
          currency: queryArg.currency,
          sort: queryArg.sort,
        },
      }),
    }),
    searchProducts: build.query<
      SearchProductsApiResponse,
      SearchProductsApiArg
    >({
      query: (queryArg) => ({
        url: `/products/search/${encodeURIComponent(String(queryArg.query))}`,
        params: {
          limit: queryArg.limit,
          page: queryArg.page,
          genres: queryArg.genres,
          minPrice: queryArg.minPrice,
          maxPrice: queryArg.maxPrice,
          currency: queryArg.currency,
          sort: queryArg.sort,
        },
      }),
    }),
    getSoftware: build.query<GetSoftwareApiResponse, GetSoftwareApiArg>({
      query: (queryArg) => ({
        url: `/products/${encodeURIComponent(String(queryArg.id))}`,
      }),
    }),
    listSimilarProducts: build.query<
      ListSimilarProductsApiResponse,
      ListSimilarProductsApiArg
    >({
      query: (queryArg) => ({
        url: `/products/similarProducts`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    listReviews: build.query<ListReviewsApiResponse, ListReviewsApiArg>({
      query: (queryArg) => ({
        url: `/review/${encodeURIComponent(String(queryArg.productType))}/${encodeURIComponent(String(queryArg.productId))}`,
      }),
    }),
    validateCart: build.mutation<ValidateCartApiResponse, ValidateCartApiArg>({
      query: (queryArg) => ({
        url: `/cart-validation`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    createPaymentCheckout: build.mutation<
      CreatePaymentCheckoutApiResponse,
      CreatePaymentCheckoutApiArg
    >({
      query: (queryArg) => ({
        url: `/products/payment_checkout`,
        method: "POST",
        body: queryArg.body,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    login: build.mutation<LoginApiResponse, LoginApiArg>({
      query: (queryArg) => ({
        url: `/user/login`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    listPages: build.query<ListPagesApiResponse, ListPagesApiArg>({
      query: () => ({ url: `/pages/pages` }),
    }),
    getPage: build.query<GetPageApiResponse, GetPageApiArg>({
      query: (queryArg) => ({
        url: `/pages/getPage`,
        method: "POST",
        body: queryArg.body,
      }),
    }),
    listBlogPosts: build.query<ListBlogPostsApiResponse, ListBlogPostsApiArg>({
      query: () => ({ url: `/blog/` }),
    }),
    getBlogPost: build.query<GetBlogPostApiResponse, GetBlogPostApiArg>({
      query: (queryArg) => ({
        url: `/blog/title/${encodeURIComponent(String(queryArg.id))}`,
      }),
    }),
    listBlockedCountries: build.query<
      ListBlockedCountriesApiResponse,
      ListBlockedCountriesApiArg
    >({
      query: () => ({ url: `/blocker/countries` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type GetHomeApiResponse = /** status 200  */ unknown[];
export type GetHomeApiArg = void;
export type GetGameByKinguinIdApiResponse = /** status 200  */ Product;
export type GetGameByKinguinIdApiArg = {
  id: number;
};
export type ListPlatformProductsApiResponse = /** status 200  */ {
  products: ProductCard[];
  totalPages: number;
};
export type ListPlatformProductsApiArg = {
  platform: string;
  limit?: number;
  page?: number;
  genres?: string;
  minPrice?: number;
  maxPrice?: number;
  currency?: string;
  sort?: string;
};
export type ListSoftwareApiResponse = /** status 200  */ {
  games: ProductCard[];
  totalPages: number;
};
export type ListSoftwareApiArg = {
  limit?: number;
  page?: number;
  genres?: string;
  minPrice?: number;
  maxPrice?: number;
  currency?: string;
  sort?: string;
};
export type ListFilteredProductsApiResponse = /** status 200  */ {
  products: ProductCard[];
  totalPages: number;
};
export type ListFilteredProductsApiArg = {
  limit?: number;
  page?: number;
  genres?: string;
  minPrice?: number;
  maxPrice?: number;
  currency?: string;
  sort?: string;
};
export type SearchProductsApiResponse = /** status 200  */ {
  products: ProductCard[];
  totalPages: number;
};
export type SearchProductsApiArg = {
  query: string;
  limit?: number;
  page?: number;
  genres?: string;
  minPrice?: number;
  maxPrice?: number;
  currency?: string;
  sort?: string;
};
export type GetSoftwareApiResponse = /** status 200  */ {
  game: Product;
  message: string;
};
export type GetSoftwareApiArg = {
  id: string;
};
export type ListSimilarProductsApiResponse = /** status 200  */ {
  products: ProductCard[];
};
export type ListSimilarProductsApiArg = {
  body: {
    id: string;
    genres: string[];
    platform: string;
  };
};
export type ListReviewsApiResponse = /** status 200  */ Review[];
export type ListReviewsApiArg = {
  productType: string;
  productId: string;
};
export type ValidateCartApiResponse = /** status 200  */ CartCheck;
export type ValidateCartApiArg = {
  body: {
    cart: CartLine[];
    currency: string;
  };
};
export type CreatePaymentCheckoutApiResponse = /** status 201  */ {
  id: string;
  url: string;
};
export type CreatePaymentCheckoutApiArg = {
  "Idempotency-Key"?: string;
  body: {
    cart: CartLine[];
    data: CheckoutData;
    currency: string;
    expectedTotal?: number;
  };
};
export type LoginApiResponse = /** status 200  */ {
  succes: boolean;
  tk: string;
  username: string;
  message: string;
};
export type LoginApiArg = {
  body: {
    email: string;
    password: string;
  };
};
export type ListPagesApiResponse = /** status 200  */ {
  name: string;
  type: string;
}[];
export type ListPagesApiArg = void;
export type GetPageApiResponse = /** status 200  */ {
  name: string;
  description: string;
  meta_description: string;
};
export type GetPageApiArg = {
  body: {
    name: string;
  };
};
export type ListBlogPostsApiResponse = /** status 200  */ Post[];
export type ListBlogPostsApiArg = void;
export type GetBlogPostApiResponse = /** status 200  */ Post;
export type GetBlogPostApiArg = {
  id: string;
};
export type ListBlockedCountriesApiResponse = /** status 200  */ string[];
export type ListBlockedCountriesApiArg = void;
export type Product = {
  _id: string;
  kinguinId?: number;
  name?: string;
  productName?: string;
  type: "game" | "software";
  platform: string;
  plateform?: string;
  category?: string | null;
  price: number;
  sellPrice: number;
  usdPrice: number;
  plnPrice: number;
  gbpPrice: number;
  is_discounted: boolean;
  discount_perc: number;
  new_price: number | null;
  usdPriceDiscounted: number | null;
  plnPriceDiscounted: number | null;
  gbpPriceDiscounted: number | null;
  mainImage: string;
  qty: number;
  mqte: number;
  limt_per_basket?: number | null;
  cheapestOfferId?: string[];
  title: string;
  meta_description: string;
  productId?: string;
  description: string;
  notes: string | null;
  genres: string[];
  ageRating: string | null;
  releaseDate: string | null;
  developers: string[];
  publishers: string[];
  languages: string[];
  regions: string[];
  shiping: string | null;
  unit: string | null;
  coverImageOriginal: string;
  images: {
    cover: {
      url: string;
    };
    screenshots: {
      url: string;
    }[];
  };
  systemRequirements: {
    system: string;
    requirement: string[];
  }[];
  customSystem: {
    title: string;
    value: string;
  }[];
  overView: {
    title: string;
    value: string;
  }[];
  descriptions: {
    typeDesc: string;
    shortTitle: string;
    shortDesc: string;
    image?: string;
    postionImage?: string;
  }[];
};
export type ProductCard = {
  _id: string;
  kinguinId?: number;
  name?: string;
  productName?: string;
  type: "game" | "software";
  platform: string;
  plateform?: string;
  category?: string | null;
  price: number;
  sellPrice: number;
  usdPrice: number;
  plnPrice: number;
  gbpPrice: number;
  is_discounted: boolean;
  discount_perc: number;
  new_price: number | null;
  usdPriceDiscounted: number | null;
  plnPriceDiscounted: number | null;
  gbpPriceDiscounted: number | null;
  mainImage: string;
  qty: number;
  mqte: number;
  limt_per_basket?: number | null;
  cheapestOfferId?: string[];
};
export type Review = {
  _id: string;
  rating: number;
  description: string;
  createdAt: string;
  user: {
    username: string;
    lastname: string;
  };
  productType: string;
  kinguin: string;
};
export type CartCheck = {
  lines: {
    _id: string;
    type: string;
    status: "ok" | "adjusted" | "repriced" | "removed";
    quantity: number;
    product?: ProductCard;
  }[];
  total: number;
  currency: string;
};
export type CartItem = {
  _id: string;
  type: "game" | "software";
};
export type CartLine = {
  item: CartItem;
  quantity: number;
};
export type CheckoutData = {
  fullName: string;
  email: string;
  phone?: string;
  company?: string;
  taxNumber?: string;
  zipCode?: string;
  customerNotes?: string;
  selectedCountry?: string;
  termsAccepted?: boolean;
};
export type Post = {
  _id: string;
  title: string;
  uniqueRoute: string;
  coverImage: string;
  metaDescription: string;
  description: string;
  createdAt: string;
  date: string | null;
};
export const {
  useGetHomeQuery,
  useGetGameByKinguinIdQuery,
  useListPlatformProductsQuery,
  useListSoftwareQuery,
  useListFilteredProductsQuery,
  useSearchProductsQuery,
  useGetSoftwareQuery,
  useListSimilarProductsQuery,
  useListReviewsQuery,
  useValidateCartMutation,
  useCreatePaymentCheckoutMutation,
  useLoginMutation,
  useListPagesQuery,
  useGetPageQuery,
  useListBlogPostsQuery,
  useGetBlogPostQuery,
  useListBlockedCountriesQuery,
} = injectedRtkApi;
