export { DataRequestPage } from './data-request-page.tsx';
export { PrivacyLinkPage } from './privacy-link-page.tsx';
