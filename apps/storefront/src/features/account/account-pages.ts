export { AccountPage } from './account-page.tsx';
export { LoginPage } from './login-page.tsx';
