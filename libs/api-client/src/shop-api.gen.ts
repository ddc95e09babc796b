/* Written from openapi/openapi.json by libs/api-client/generate.ts. Do not edit. */
import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listBlockedCountries: build.query<ListBlockedCountriesApiResponse, ListBlockedCountriesApiArg>({
      query: () => ({ url: `/blocker/countries` }),
    }),
    listBlogPosts: build.query<ListBlogPostsApiResponse, ListBlogPostsApiArg>({
      query: () => ({ url: `/blog/` }),
    }),
    getBlogPost: build.query<GetBlogPostApiResponse, GetBlogPostApiArg>({
      query: (queryArg) => ({ url: `/blog/title/${encodeURIComponent(String(queryArg.id))}` }),
    }),
    validateCart: build.mutation<ValidateCartApiResponse, ValidateCartApiArg>({
      query: (queryArg) => ({ url: `/cart-validation`, method: 'POST', body: queryArg.cartDto }),
    }),
    sendMessage: build.mutation<SendMessageApiResponse, SendMessageApiArg>({
      query: (queryArg) => ({ url: `/contact/contacts`, method: 'POST', body: queryArg.contactRequest }),
    }),
    getHome: build.query<GetHomeApiResponse, GetHomeApiArg>({
      query: () => ({ url: `/home` }),
    }),
    subscribeToNews: build.mutation<SubscribeToNewsApiResponse, SubscribeToNewsApiArg>({
      query: (queryArg) => ({ url: `/news`, method: 'POST', body: queryArg.newsletterRequest }),
    }),
    confirmNews: build.mutation<ConfirmNewsApiResponse, ConfirmNewsApiArg>({
      query: (queryArg) => ({ url: `/news/confirm/${encodeURIComponent(String(queryArg.token))}`, method: 'GET' }),
    }),
    unsubscribeFromNews: build.mutation<UnsubscribeFromNewsApiResponse, UnsubscribeFromNewsApiArg>({
      query: (queryArg) => ({ url: `/news/unsubscribe/${encodeURIComponent(String(queryArg.token))}`, method: 'POST' }),
    }),
    listOrders: build.query<ListOrdersApiResponse, ListOrdersApiArg>({
      query: () => ({ url: `/order` }),
    }),
    getGuestOrder: build.mutation<GetGuestOrderApiResponse, GetGuestOrderApiArg>({
      query: (queryArg) => ({
        url: `/order/guest/${encodeURIComponent(String(queryArg.token))}`,
        method: 'GET',
        params: {
          after: queryArg.after,
        },
      }),
    }),
    resendGuestOrderKeys: build.mutation<ResendGuestOrderKeysApiResponse, ResendGuestOrderKeysApiArg>({
      query: (queryArg) => ({ url: `/order/guest/${encodeURIComponent(String(queryArg.token))}/resend`, method: 'POST' }),
    }),
    getStartedOrder: build.query<GetStartedOrderApiResponse, GetStartedOrderApiArg>({
      query: (queryArg) => ({ url: `/order/started/${encodeURIComponent(String(queryArg.session))}` }),
    }),
    revealOrderKeys: build.mutation<RevealOrderKeysApiResponse, RevealOrderKeysApiArg>({
      query: (queryArg) => ({
        url: `/order/${encodeURIComponent(String(queryArg.id))}/keys`,
        method: 'GET',
        params: {
          after: queryArg.after,
        },
      }),
    }),
    resendOrderKeys: build.mutation<ResendOrderKeysApiResponse, ResendOrderKeysApiArg>({
      query: (queryArg) => ({ url: `/order/${encodeURIComponent(String(queryArg.id))}/resend`, method: 'POST' }),
    }),
    getPage: build.query<GetPageApiResponse, GetPageApiArg>({
      query: (queryArg) => ({ url: `/pages/getPage`, method: 'POST', body: queryArg.infoPageRequest }),
    }),
    listPages: build.query<ListPagesApiResponse, ListPagesApiArg>({
      query: () => ({ url: `/pages/pages` }),
    }),
    closeAccountByLink: build.mutation<CloseAccountByLinkApiResponse, CloseAccountByLinkApiArg>({
      query: (queryArg) => ({ url: `/privacy/close/${encodeURIComponent(String(queryArg.token))}`, method: 'POST' }),
    }),
    askForPersonalData: build.mutation<AskForPersonalDataApiResponse, AskForPersonalDataApiArg>({
      query: (queryArg) => ({ url: `/privacy/data`, method: 'POST', body: queryArg.dataLinkRequest }),
    }),
    openPersonalData: build.mutation<OpenPersonalDataApiResponse, OpenPersonalDataApiArg>({
      query: (queryArg) => ({ url: `/privacy/data/${encodeURIComponent(String(queryArg.token))}`, method: 'POST' }),
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
          country: queryArg.country,
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
          country: queryArg.country,
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
          country: queryArg.country,
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
          country: queryArg.country,
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
    addReview: build.mutation<AddReviewApiResponse, AddReviewApiArg>({
      query: (queryArg) => ({ url: `/review/`, method: 'POST', body: queryArg.newReview }),
    }),
    listReviews: build.query<ListReviewsApiResponse, ListReviewsApiArg>({
      query: (queryArg) => ({
        url: `/review/${encodeURIComponent(String(queryArg.productType))}/${encodeURIComponent(String(queryArg.productId))}`,
      }),
    }),
    getCaptchaChallenge: build.mutation<GetCaptchaChallengeApiResponse, GetCaptchaChallengeApiArg>({
      query: () => ({ url: `/user/captcha-challenge`, method: 'GET' }),
    }),
    changePassword: build.mutation<ChangePasswordApiResponse, ChangePasswordApiArg>({
      query: (queryArg) => ({ url: `/user/change-password`, method: 'POST', body: queryArg.passwordChange }),
    }),
    closeAccount: build.mutation<CloseAccountApiResponse, CloseAccountApiArg>({
      query: (queryArg) => ({ url: `/user/close`, method: 'POST', body: queryArg.closeAccountRequest }),
    }),
    forgotPassword: build.mutation<ForgotPasswordApiResponse, ForgotPasswordApiArg>({
      query: (queryArg) => ({ url: `/user/forgot-password`, method: 'POST', body: queryArg.emailOnly }),
    }),
    login: build.mutation<LoginApiResponse, LoginApiArg>({
      query: (queryArg) => ({ url: `/user/login`, method: 'POST', body: queryArg.loginRequest }),
    }),
    logOut: build.mutation<LogOutApiResponse, LogOutApiArg>({
      query: () => ({ url: `/user/logout`, method: 'POST' }),
    }),
    logOutEverywhere: build.mutation<LogOutEverywhereApiResponse, LogOutEverywhereApiArg>({
      query: () => ({ url: `/user/logout-everywhere`, method: 'POST' }),
    }),
    getPersonalData: build.mutation<GetPersonalDataApiResponse, GetPersonalDataApiArg>({
      query: () => ({ url: `/user/personal-data`, method: 'GET' }),
    }),
    getProfile: build.query<GetProfileApiResponse, GetProfileApiArg>({
      query: () => ({ url: `/user/profile` }),
    }),
    changeProfile: build.mutation<ChangeProfileApiResponse, ChangeProfileApiArg>({
      query: (queryArg) => ({ url: `/user/profile`, method: 'PATCH', body: queryArg.profileChange }),
    }),
    listProviders: build.query<ListProvidersApiResponse, ListProvidersApiArg>({
      query: () => ({ url: `/user/providers` }),
    }),
    resendVerification: build.mutation<ResendVerificationApiResponse, ResendVerificationApiArg>({
      query: (queryArg) => ({ url: `/user/resend-verification`, method: 'POST', body: queryArg.emailOnly }),
    }),
    resetPassword: build.mutation<ResetPasswordApiResponse, ResetPasswordApiArg>({
      query: (queryArg) => ({ url: `/user/reset-password`, method: 'POST', body: queryArg.resetPasswordRequest }),
    }),
    listSessions: build.query<ListSessionsApiResponse, ListSessionsApiArg>({
      query: () => ({ url: `/user/sessions` }),
    }),
    endSession: build.mutation<EndSessionApiResponse, EndSessionApiArg>({
      query: (queryArg) => ({ url: `/user/sessions/${encodeURIComponent(String(queryArg.id))}`, method: 'DELETE' }),
    }),
    listSignIns: build.query<ListSignInsApiResponse, ListSignInsApiArg>({
      query: () => ({ url: `/user/sign-ins` }),
    }),
    signUp: build.mutation<SignUpApiResponse, SignUpApiArg>({
      query: (queryArg) => ({ url: `/user/signup`, method: 'POST', body: queryArg.signupRequest }),
    }),
    listSocialLogins: build.query<ListSocialLoginsApiResponse, ListSocialLoginsApiArg>({
      query: () => ({ url: `/user/social-logins` }),
    }),
    unlinkSocialLogin: build.mutation<UnlinkSocialLoginApiResponse, UnlinkSocialLoginApiArg>({
      query: (queryArg) => ({
        url: `/user/social-logins/${encodeURIComponent(String(queryArg.provider))}/unlink`,
        method: 'POST',
        body: queryArg.unlinkRequest,
      }),
    }),
    verifyOtp: build.mutation<VerifyOtpApiResponse, VerifyOtpApiArg>({
      query: (queryArg) => ({ url: `/user/verify-otp`, method: 'POST', body: queryArg.otpOnly }),
    }),
    verifyEmail: build.mutation<VerifyEmailApiResponse, VerifyEmailApiArg>({
      query: (queryArg) => ({ url: `/user/verify/${encodeURIComponent(String(queryArg.token))}`, method: 'GET' }),
    }),
    verifyCaptcha: build.mutation<VerifyCaptchaApiResponse, VerifyCaptchaApiArg>({
      query: (queryArg) => ({ url: `/user/verifyCaptcha`, method: 'POST', body: queryArg.captchaAnswerDto }),
    }),
    mergeWishlist: build.mutation<MergeWishlistApiResponse, MergeWishlistApiArg>({
      query: (queryArg) => ({ url: `/user/wishlist`, method: 'PUT', body: queryArg.wishlistChange }),
    }),
    getVisitor: build.query<GetVisitorApiResponse, GetVisitorApiArg>({
      query: () => ({ url: `/visitor` }),
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
export type SendMessageApiResponse = /** status 201  */ ContactAnswer;
export type SendMessageApiArg = {
  contactRequest: ContactRequest;
};
export type GetHomeApiResponse = /** status 200  */ (HomeFeatured[] | HomeSection)[];
export type GetHomeApiArg = void;
export type SubscribeToNewsApiResponse = /** status 200  */ NewsletterAnswer;
export type SubscribeToNewsApiArg = {
  newsletterRequest: NewsletterRequest;
};
export type ConfirmNewsApiResponse = /** status 200  */ NewsletterStatus;
export type ConfirmNewsApiArg = {
  token: string;
};
export type UnsubscribeFromNewsApiResponse = /** status 200  */ NewsletterStatus;
export type UnsubscribeFromNewsApiArg = {
  token: string;
};
export type ListOrdersApiResponse = /** status 200  */ Order[];
export type ListOrdersApiArg = void;
export type GetGuestOrderApiResponse = /** status 200  */ OrderKeys;
export type GetGuestOrderApiArg = {
  token: string;
  /** `next` of the answer before: the keys that follow those */
  after?: string;
};
export type ResendGuestOrderKeysApiResponse = /** status 202  */ ResendAnswer;
export type ResendGuestOrderKeysApiArg = {
  token: string;
};
export type GetStartedOrderApiResponse = /** status 200  */ StartedOrder;
export type GetStartedOrderApiArg = {
  session: string;
};
export type RevealOrderKeysApiResponse = /** status 200  */ OrderKeys;
export type RevealOrderKeysApiArg = {
  id: string;
  /** `next` of the answer before: the keys that follow those */
  after?: string;
};
export type ResendOrderKeysApiResponse = /** status 202  */ ResendAnswer;
export type ResendOrderKeysApiArg = {
  id: string;
};
export type GetPageApiResponse = /** status 200  */ InfoPage;
export type GetPageApiArg = {
  infoPageRequest: InfoPageRequest;
};
export type ListPagesApiResponse = /** status 200  */ InfoPageLink[];
export type ListPagesApiArg = void;
export type CloseAccountByLinkApiResponse = /** status 200  */ PrivacyMessage;
export type CloseAccountByLinkApiArg = {
  token: string;
};
export type AskForPersonalDataApiResponse = /** status 200  */ PrivacyMessage;
export type AskForPersonalDataApiArg = {
  dataLinkRequest: DataLinkRequest;
};
export type OpenPersonalDataApiResponse = /** status 200  */ DataFiles;
export type OpenPersonalDataApiArg = {
  token: string;
};
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
  /** Only products whose keys activate in this country: a code of two letters (ISO 3166) or an English name */
  country?: string;
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
  /** Only products whose keys activate in this country: a code of two letters (ISO 3166) or an English name */
  country?: string;
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
  /** Only products whose keys activate in this country: a code of two letters (ISO 3166) or an English name */
  country?: string;
  /** `relevance` is for searching, and its default */
  sort?: 'popular' | 'newest' | 'priceAsc' | 'priceDesc' | 'nameAsc' | 'relevance';
};
export type GetGameByKinguinIdApiResponse = /** status 200  */ Product;
export type GetGameByKinguinIdApiArg = {
  id: string;
};
export type CreatePaymentCheckoutApiResponse = /** status 201  */ PaymentSessionDto;
export type CreatePaymentCheckoutApiArg = {
  /** Repeated calls with one key get the same session */
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
  /** Only products whose keys activate in this country: a code of two letters (ISO 3166) or an English name */
  country?: string;
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
export type AddReviewApiResponse = /** status 201  */ ReviewSaved;
export type AddReviewApiArg = {
  newReview: NewReview;
};
export type ListReviewsApiResponse = /** status 200  */ Review[];
export type ListReviewsApiArg = {
  productType: 'kinguin' | 'software';
  productId: string;
};
export type GetCaptchaChallengeApiResponse = /** status 200  */ CaptchaChallengeDto;
export type GetCaptchaChallengeApiArg = void;
export type ChangePasswordApiResponse = /** status 200  */ PasswordChanged;
export type ChangePasswordApiArg = {
  passwordChange: PasswordChange;
};
export type CloseAccountApiResponse = /** status 200  */ CloseAccountAnswer;
export type CloseAccountApiArg = {
  closeAccountRequest: CloseAccountRequest;
};
export type ForgotPasswordApiResponse = /** status 200  */ SuccesMessage;
export type ForgotPasswordApiArg = {
  emailOnly: EmailOnly;
};
export type LoginApiResponse = /** status 200  */ LoginAnswer;
export type LoginApiArg = {
  loginRequest: LoginRequest;
};
export type LogOutApiResponse = /** status 200  */ Message;
export type LogOutApiArg = void;
export type LogOutEverywhereApiResponse = /** status 200  */ Message;
export type LogOutEverywhereApiArg = void;
export type GetPersonalDataApiResponse = /** status 200  */ DataFiles;
export type GetPersonalDataApiArg = void;
export type GetProfileApiResponse = /** status 200  */ Profile;
export type GetProfileApiArg = void;
export type ChangeProfileApiResponse = /** status 200  */ Profile;
export type ChangeProfileApiArg = {
  profileChange: ProfileChange;
};
export type ListProvidersApiResponse = /** status 200  */ Providers;
export type ListProvidersApiArg = void;
export type ResendVerificationApiResponse = /** status 200  */ Message;
export type ResendVerificationApiArg = {
  emailOnly: EmailOnly;
};
export type ResetPasswordApiResponse = /** status 200  */ Succes;
export type ResetPasswordApiArg = {
  resetPasswordRequest: ResetPasswordRequest;
};
export type ListSessionsApiResponse = /** status 200  */ SessionList;
export type ListSessionsApiArg = void;
export type EndSessionApiResponse = /** status 200  */ Message;
export type EndSessionApiArg = {
  id: string;
};
export type ListSignInsApiResponse = /** status 200  */ SignInList;
export type ListSignInsApiArg = void;
export type SignUpApiResponse = /** status 201  */ Message;
export type SignUpApiArg = {
  signupRequest: SignupRequest;
};
export type ListSocialLoginsApiResponse = /** status 200  */ SocialLoginList;
export type ListSocialLoginsApiArg = void;
export type UnlinkSocialLoginApiResponse = /** status 200  */ Message;
export type UnlinkSocialLoginApiArg = {
  provider: 'google' | 'facebook' | 'steam';
  unlinkRequest: UnlinkRequest;
};
export type VerifyOtpApiResponse = /** status 200  */ OtpOwner;
export type VerifyOtpApiArg = {
  otpOnly: OtpOnly;
};
export type VerifyEmailApiResponse = /** status 200  */ VerificationAnswer;
export type VerifyEmailApiArg = {
  token: string;
};
export type VerifyCaptchaApiResponse = /** status 200  */ CaptchaVerdictDto;
export type VerifyCaptchaApiArg = {
  captchaAnswerDto: CaptchaAnswerDto;
};
export type MergeWishlistApiResponse = /** status 200  */ Wishlist;
export type MergeWishlistApiArg = {
  wishlistChange: WishlistChange;
};
export type GetVisitorApiResponse = /** status 200  */ VisitorDto;
export type GetVisitorApiArg = void;
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
export type BlogPost = {
  /** Path on the API host */
  coverImage: string;
  createdAt: string;
  /** What is shown as its date */
  date: string;
  /** Safe HTML. The src of a picture is a path on the API host, as coverImage is */
  description: string;
  id: string;
  metaDescription: string;
  title: string;
  /** The title in lower case with dashes: /blog/{uniqueRoute} */
  uniqueRoute: string;
};
export type CustomerLimitDto = {
  /** In so many days */
  days: number;
  /** Pieces of the product for one customer */
  pieces: number;
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
  /** Maximum per basket */
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
  /** `CustomGame` marks a product of the shop's own */
  productId: string;
  /** Software only */
  productName?: string;
  /** Pieces that can be bought now */
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
  /** Where its keys activate; absent for a removed line */
  activatesIn?: string;
  /** Whether its keys activate in the country; absent for a removed line */
  activation?: 'yes' | 'no' | 'unknown';
  /** The limit per customer that leaves fewer pieces than were asked for */
  customerLimit?: CustomerLimitDto;
  /** True if the buyer's own pending bank transfer reserves the missing keys. */
  heldByOwnTransfer?: boolean;
  /** The current offer; absent if there is none. */
  product?: ProductCard;
  quantity: number;
  /** `region`: its keys cannot be activated in the country */
  status: 'ok' | 'adjusted' | 'repriced' | 'region' | 'removed';
  type: 'game' | 'software';
};
export type CheckedCartDto = {
  currency: 'EUR' | 'USD' | 'PLN' | 'GBP';
  lines: CheckedLineDto[];
  /** Whether the checkout takes lines of status `region` with `regionAccepted` */
  otherRegionAllowed: boolean;
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
  /** The prices stored by the browser. Never charged; a difference gives `repriced`. */
  prices?: {
    [key: string]: unknown;
  };
  quantity: number;
};
export type CartDto = {
  cart: CartLineDto[];
  /** Where the keys will be activated: a code of two letters or an English name. Another text, or none: the country that the proxy names (`COUNTRY_HEADER`). */
  country?: string;
  currency: 'EUR' | 'USD' | 'PLN' | 'GBP';
};
export type ContactAnswer = {
  succes: boolean;
};
export type ContactRequest = {
  email: string;
  /** PNG, JPEG, WebP, GIF, PDF or plain text, at most 5 MB and 25 megapixels */
  file?: Blob;
  fullName: string;
  message: string;
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
export type NewsletterAnswer = {
  message: string;
};
export type NewsletterRequest = {
  email: string;
};
export type NewsletterStatus = {
  status: 'confirmed' | 'unsubscribed';
};
export type OrderImageUrl = {
  url: string;
};
export type OrderImages = {
  cover: OrderImageUrl;
};
export type OrderedGame = {
  images: OrderImages;
  kinguinId: number;
  name: string;
};
export type OrderedSoftware = {
  coverImageOriginal: string;
  is_discounted: boolean;
  /** Price per piece when sold */
  new_price: number;
  /** List price of one piece */
  price: number;
  productName: string;
};
export type OrderedProduct = {
  /** A game */
  KinguinProduct?: OrderedGame;
  /** Price per piece when sold */
  price: number;
  /** A software */
  product?: OrderedSoftware;
  /** Pieces */
  qte: number;
  /** Refunded pieces: their keys are no longer valid */
  refundedQte?: number;
};
export type Order = {
  _id: string;
  /** Amount charged back by disputes, if any */
  chargedBack?: number;
  createdAt: string;
  currency: 'EUR' | 'USD' | 'PLN' | 'GBP';
  /** True where the bank took the rest of the payment: no refund, though `status` is `Refunded` */
  isChargedBack?: boolean;
  /** The supplier's order number where a supplier filled the order, else the shop's own */
  kinguinOrderId: string;
  /** The shop's own order number, as mails have it, where `kinguinOrderId` is the supplier's */
  number?: string;
  products: OrderedProduct[];
  /** Amount refunded, if any */
  refunded?: number;
  /** `Processing`: paid, but keys are missing. `On hold`: paid, and a person looks at it before its keys are sent, or the money goes back. `Refunded`: all of it, or lost to a dispute (`isChargedBack`) */
  status: 'Completed' | 'Processing' | 'On hold' | 'Partially refunded' | 'Refunded';
  /** Total paid */
  total: number;
};
export type OrderKey = {
  /** For an image: a data URL */
  image?: string;
  /** Of a text */
  key?: string;
  kind: 'text' | 'account' | 'image';
  /** Of an account */
  login?: string;
  /** Of an account */
  mail?: string;
  /** The name of the product */
  name: string;
  /** Of an account */
  password?: string;
  platform: string;
};
export type OrderKeys = {
  /** In the order of the products; empty while keys are missing, or after a refund */
  keys: OrderKey[];
  /** Where other keys follow these: `after` of the next call */
  next?: string;
  order: Order;
};
export type ResendAnswer = {
  message: string;
};
export type StartedOrder = {
  /** Token of the order's page; null until the payment has arrived */
  token: string | null;
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
export type PrivacyMessage = {
  message: string;
};
export type DataLinkRequest = {
  email: string;
};
export type DataFiles = {
  /** All that is stored about the person, by subject. Subjects without rows are left out; keys are not shown */
  data: {
    [key: string]: {
      [key: string]: unknown;
    }[];
  };
  /** The same as a readable page, without files */
  page: string;
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
  /** Countries (ISO 3166) in which keys can NOT be activated */
  countryLimitation: string[];
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
  /** Maximum per basket */
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
  /** `CustomGame` marks a product of the shop's own */
  productId: string;
  /** Software only */
  productName?: string;
  publishers: string[];
  /** Pieces that can be bought now */
  qty: number;
  /** The supplier's number of the region in which keys activate */
  regionId: number | null;
  /** The supplier's name of that region */
  regionalLimitations: string | null;
  regions: string[];
  releaseDate: string | null;
  /** Euro list price. Major units, at most two decimals */
  sellPrice: number;
  /** Delivery time in `unit`; null: immediate */
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
  /** URL to redirect the browser to */
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
  /** The total that the buyer saw, in major units. If it differs, the answer is 409 with the current lines. */
  expectedTotal?: number | null;
  /** The buyer confirms that the keys are for somebody in another country than `data.selectedCountry`, or than the one that the proxy names. Read where the shop permits it (`ALLOW_OTHER_REGION`). */
  regionAccepted?: boolean;
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
export type ReviewSaved = {
  message: string;
  success: boolean;
};
export type NewReview = {
  description: string;
  /** The product's id: kinguinId of a game, own id of a software */
  kinguin: string;
  productType: 'kinguin' | 'software';
  rating: number;
};
export type Reviewer = {
  /** First letter only */
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
export type CaptchaProvider = 'altcha' | 'recaptcha' | 'hcaptcha' | 'turnstile';
export type CaptchaChallengeDto = {
  /** ALTCHA: with `signature` the challenge that the widget takes as it is */
  parameters?: {
    [key: string]: unknown;
  };
  /** Which widget to show */
  provider: CaptchaProvider;
  signature?: string;
  /** reCAPTCHA, hCaptcha, Turnstile: the public key of the widget */
  siteKey?: string;
};
export type PasswordChanged = {
  /** A sentence for the shopper */
  message: string;
  succes: boolean;
  /** The new login token of this device; all earlier ones are revoked */
  tk: string;
};
export type PasswordChange = {
  currentPassword: string;
  newPassword: string;
};
export type CloseAccountAnswer = {
  /** False: a mail with a link was sent, which closes the account */
  closed: boolean;
  message: string;
};
export type CloseAccountRequest = {
  /** Needed where the account has a password */
  currentPassword?: string;
};
export type SuccesMessage = {
  /** A sentence for the shopper */
  message: string;
  succes: boolean;
};
export type CaptchaProblem = {
  /** The same, as the checkout says it */
  captcha: boolean;
  /** Show a captcha, send its answer to verifyCaptcha, and retry */
  captchaNeeded: boolean;
  details?: ProblemDetail[];
  /** The name of the status */
  error: string;
  /** One sentence that a shopper can read */
  message: string;
  statusCode: number;
  succes: boolean;
};
export type EmailOnly = {
  email: string;
};
export type LoginAnswer = {
  message: string;
  succes: boolean;
  /** The token, valid for one day */
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
export type Message = {
  /** A sentence for the shopper */
  message: string;
};
export type Profile = {
  /** Empty for a social login without an address */
  email: string;
  /** False: social login only, there is no password to change */
  hasPassword: boolean;
  /** Required for reviews, and to see orders placed as a guest */
  isEmailVerified: boolean;
  lastname: string;
  username: string;
};
export type ProfileChange = {
  lastname?: string;
  username?: string;
};
export type Providers = {
  /** /auth/facebook/callback */
  facebook: boolean;
  /** /auth/google/callback */
  google: boolean;
  /** /user/steam */
  steam: boolean;
};
export type Succes = {
  succes: boolean;
};
export type ResetPasswordRequest = {
  email: string;
  newPassword: string;
  /** From the link in the mail */
  otp: string;
};
export type SessionEntry = {
  /** As it named itself */
  browser: string | null;
  id: string;
  /** Whether it is the one that asks */
  isCurrent: boolean;
  /** To five minutes */
  lastSeen: string;
  /** Where it was last seen from: an IPv4 address, or the first 64 bits of an IPv6 one */
  network: string;
  /** When it logged in */
  since: string;
};
export type SessionList = {
  /** Last seen first */
  items: SessionEntry[];
};
export type SignInEntry = {
  at: string;
  /** As it named itself */
  browser: string | null;
  /** `failure`: a wrong password; `link`, `unlink`: of a social login; `session-end`: other sessions, or all, were ended */
  event: 'login' | 'failure' | 'password-change' | 'reset' | 'link' | 'unlink' | 'logout' | 'session-end';
  /** What it was done by; `staff`: the shop */
  method: 'password' | 'verification-link' | 'reset-link' | 'google' | 'facebook' | 'steam' | 'session' | 'staff';
  /** An IPv4 address, or the first 64 bits of an IPv6 one; empty for `staff` */
  network: string;
};
export type SignInList = {
  /** Newest first, at most 50 */
  items: SignInEntry[];
};
export type SignupRequest = {
  email: string;
  lastname: string;
  password: string;
  username: string;
};
export type LinkedSite = {
  linkedAt: string;
  provider: 'google' | 'facebook' | 'steam';
};
export type SocialLoginList = {
  /** Oldest first */
  items: LinkedSite[];
};
export type UnlinkRequest = {
  /** Needed where the account has a password */
  currentPassword?: string;
};
export type OtpOwner = {
  /** E-mail of the account whose password is reset */
  email: string;
};
export type OtpOnly = {
  /** From the link in the mail */
  otp: string;
};
export type VerificationAnswer = {
  /** A sentence for the shopper */
  message: string;
  /** True if the link works after login to its account */
  needsLogin?: boolean;
  /** Whether the address is verified now */
  status: boolean;
  /** A login token; only if this call verified the address */
  token?: string;
};
export type CaptchaVerdictDto = {
  /** False: "Captcha validation failed. Please try again." */
  success: boolean;
};
export type CaptchaAnswerDto = {
  /** Answer of the widget */
  captchaValue: string;
};
export type Wishlist = {
  /** Newest first */
  items: ProductCard[];
};
export type WishlistChange = {
  /** Products to add, newest first: `_id` or kinguinId as text */
  items: string[];
  /** Products to remove */
  removed?: string[];
};
export type VisitorDto = {
  /** ISO 3166 code of two letters; null if it is not known */
  country: string | null;
};
export const {
  useListBlockedCountriesQuery,
  useListBlogPostsQuery,
  useGetBlogPostQuery,
  useValidateCartMutation,
  useSendMessageMutation,
  useGetHomeQuery,
  useSubscribeToNewsMutation,
  useConfirmNewsMutation,
  useUnsubscribeFromNewsMutation,
  useListOrdersQuery,
  useGetGuestOrderMutation,
  useResendGuestOrderKeysMutation,
  useGetStartedOrderQuery,
  useRevealOrderKeysMutation,
  useResendOrderKeysMutation,
  useGetPageQuery,
  useListPagesQuery,
  useCloseAccountByLinkMutation,
  useAskForPersonalDataMutation,
  useOpenPersonalDataMutation,
  useListSoftwareQuery,
  useListFilteredProductsQuery,
  useListPlatformProductsQuery,
  useGetGameByKinguinIdQuery,
  useCreatePaymentCheckoutMutation,
  useSearchProductsQuery,
  useListSimilarProductsQuery,
  useGetSoftwareQuery,
  useAddReviewMutation,
  useListReviewsQuery,
  useGetCaptchaChallengeMutation,
  useChangePasswordMutation,
  useCloseAccountMutation,
  useForgotPasswordMutation,
  useLoginMutation,
  useLogOutMutation,
  useLogOutEverywhereMutation,
  useGetPersonalDataMutation,
  useGetProfileQuery,
  useChangeProfileMutation,
  useListProvidersQuery,
  useResendVerificationMutation,
  useResetPasswordMutation,
  useListSessionsQuery,
  useEndSessionMutation,
  useListSignInsQuery,
  useSignUpMutation,
  useListSocialLoginsQuery,
  useUnlinkSocialLoginMutation,
  useVerifyOtpMutation,
  useVerifyEmailMutation,
  useVerifyCaptchaMutation,
  useMergeWishlistMutation,
  useGetVisitorQuery,
} = injectedRtkApi;
