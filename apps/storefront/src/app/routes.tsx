import { lazy } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { NotFoundScreen } from '../shop/not-found-screen.tsx';
import { CheckoutShell } from './layout/checkout-shell.tsx';
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
const CheckoutPage = lazy(async () => ({ default: (await import('../features/checkout/checkout-pages.ts')).CheckoutPage }));
const SuccessPage = lazy(async () => ({ default: (await import('../features/checkout/checkout-pages.ts')).SuccessPage }));
const LoginPage = lazy(async () => ({ default: (await import('../features/account/account-pages.ts')).LoginPage }));
const AccountPage = lazy(async () => ({ default: (await import('../features/account/account-pages.ts')).AccountPage }));
const InfoPage = lazy(async () => ({ default: (await import('../features/content/info-page.tsx')).InfoPage }));
const GuidePage = lazy(async () => ({ default: (await import('../features/content/guide-page.tsx')).GuidePage }));

export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    // The router cannot read an address that cannot be decoded: there is no such page.
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
        <Route path="/account/:tab" element={<AccountPage />} />
        <Route path="/my-cart" element={<CartPage />} />
        <Route path="/success" element={<SuccessPage />} />
        <Route path="/auth/login" element={<LoginPage />} />
        <Route path="/guide" element={<GuidePage />} />
        <Route path="/about" element={<InfoPage />} />
        <Route path="/about/:id" element={<InfoPage />} />
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
      <Route element={<CheckoutShell />}>
        <Route path="/checkout" element={<CheckoutPage />} />
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

/** What stands behind the question mark travels on. */
function ToHome() {
  const { search } = useLocation();
  return <Navigate replace to={`/home${search}`} />;
}
