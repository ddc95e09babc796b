import type { ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { paths } from '../../shop/paths.ts';
import { useShop } from '../../shop/shop-state.ts';
import { ForgotPage } from './forgot-page.tsx';
import { LoginPage } from './login-page.tsx';
import { returnAddress } from './return-address.ts';
import { SignupPage } from './signup-page.tsx';

/** Valid paths below /auth/; others redirect to home. */
const types: ReadonlyMap<string, ReactNode> = new Map([
  ['login', <LoginPage />],
  ['signup', <SignupPage />],
  ['forgot', <ForgotPage />],
]);

export function AuthPage() {
  const isLoggedIn = useShop((state) => state.session.isLoggedIn);
  const from = returnAddress(useLocation().state);
  const page = types.get(useParams().type ?? '');
  if (page === undefined) return <Navigate replace to="/" />;
  return isLoggedIn ? <Navigate replace to={from ?? paths.home} /> : page;
}
