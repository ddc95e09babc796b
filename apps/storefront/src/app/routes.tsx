import { lazy } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { NotFoundScreen } from '../shop/not-found-screen.tsx';
import { paths } from '../shop/paths.ts';
import { Shell } from './layout/shell.tsx';

// One chunk for each family of screens: the server names the right one in the page's head, so none waits for another.
const HomePage = lazy(async () => ({ default: (await import('../features/home/home-page.tsx')).HomePage }));
const GamePage = lazy(async () => ({ default: (await import('../features/product/product-pages.ts')).GamePage }));
const SoftwarePage = lazy(async () => ({ default: (await import('../features/product/product-pages.ts')).SoftwarePage }));
const PlatformPage = lazy(async () => ({ default: (await import('../features/catalog/list-pages.ts')).PlatformPage }));
const SoftwareListPage = lazy(async () => ({ default: (await import('../features/catalog/list-pages.ts')).SoftwareListPage }));
const FilteredListPage = lazy(async () => ({ default: (await import('../features/catalog/list-pages.ts')).FilteredListPage }));
const SearchPage = lazy(async () => ({ default: (await import('../features/catalog/list-pages.ts')).SearchPage }));
const CartPage = lazy(async () => ({ default: (await import('../features/cart/cart-page.tsx')).CartPage }));
const CheckoutPage = lazy(async () => ({ default: (await import('../features/checkout/checkout-page.tsx')).CheckoutPage }));
const SuccessPage = lazy(async () => ({ default: (await import('../features/checkout/success-page.tsx')).SuccessPage }));
const AuthPage = lazy(async () => ({ default: (await import('../features/auth/auth-pages.ts')).AuthPage }));
const ResetPage = lazy(async () => ({ default: (await import('../features/auth/auth-pages.ts')).ResetPage }));
const VerifyPage = lazy(async () => ({ default: (await import('../features/auth/auth-pages.ts')).VerifyPage }));
const AccountPage = lazy(async () => ({ default: (await import('../features/account/account-pages.ts')).AccountPage }));
const InfoPage = lazy(async () => ({ default: (await import('../features/content/info-page.tsx')).InfoPage }));
const BlogListPage = lazy(async () => ({ default: (await import('../features/content/blog-pages.ts')).BlogListPage }));
const BlogPostPage = lazy(async () => ({ default: (await import('../features/content/blog-pages.ts')).BlogPostPage }));
const ContactPage = lazy(async () => ({ default: (await import('../features/content/contact-page.tsx')).ContactPage }));
const NewsletterLinkPage = lazy(async () => ({
  default: (await import('../features/content/newsletter-link-page.tsx')).NewsletterLinkPage,
}));
const GuestOrderPage = lazy(async () => ({ default: (await import('../features/guest-order/guest-order-page.tsx')).GuestOrderPage }));
const DataRequestPage = lazy(async () => ({ default: (await import('../features/privacy/privacy-pages.ts')).DataRequestPage }));
const PrivacyLinkPage = lazy(async () => ({ default: (await import('../features/privacy/privacy-pages.ts')).PrivacyLinkPage }));
const GuidePage = lazy(async () => ({ default: (await import('../features/content/guide-page.tsx')).GuidePage }));

export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    // The router cannot read a URL that cannot be decoded: show the 404 page.
    <Routes {...(!isDecodable(pathname) && { location: '/404' })}>
      <Route path="/" element={<ToHome />} />
      <Route element={<Shell />}>
        <Route path="/home" element={<HomePage />} />
        <Route path="/search/:query" element={<SearchPage />} />
        <Route path="/product/:slug" element={<GamePage />} />
        <Route path="/software/:slug" element={<SoftwarePage />} />
        <Route path="/products/:platform" element={<PlatformPage />} />
        <Route path="/softwares" element={<SoftwareListPage />} />
        <Route path="/game-list-filtred" element={<FilteredListPage />} />
        <Route path="/account" element={<Navigate replace to={paths.account} />} />
        <Route path="/account/:tab" element={<AccountPage />} />
        <Route path="/my-cart" element={<CartPage />} />
        <Route path="/checkout" element={<CheckoutPage />} />
        <Route path="/success" element={<SuccessPage />} />
        <Route path="/auth/:type" element={<AuthPage />} />
        <Route path="/blogs" element={<BlogListPage />} />
        <Route path="/blog/:id" element={<BlogPostPage />} />
        <Route path="/contact" element={<ContactPage />} />
        <Route path="/newsletter/confirm/:token" element={<NewsletterLinkPage asks="confirm" />} />
        <Route path="/newsletter/unsubscribe/:token" element={<NewsletterLinkPage asks="unsubscribe" />} />
        <Route path="/privacy/data" element={<DataRequestPage />} />
        <Route path="/privacy/data/:token" element={<PrivacyLinkPage asks="data" />} />
        <Route path="/privacy/close/:token" element={<PrivacyLinkPage asks="close" />} />
        <Route path="/order/guest/:token" element={<GuestOrderPage />} />
        <Route path="/auth/reset/:otp" element={<ResetPage />} />
        <Route path="/auth/verify/:token" element={<VerifyPage />} />
        <Route path="/guide" element={<GuidePage />} />
        <Route path="/about" element={<InfoPage />} />
        <Route path="/about/:id" element={<InfoPage />} />
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  );
}

function isDecodable(text: string): boolean {
  try {
    // The result is used: the build drops a call for its exception alone.
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

/** The query is kept. */
function ToHome() {
  const { search } = useLocation();
  return <Navigate replace to={`/home${search}`} />;
}
