export { CheckoutPage } from './checkout-page.tsx';
export { SuccessPage } from './success-page.tsx';
