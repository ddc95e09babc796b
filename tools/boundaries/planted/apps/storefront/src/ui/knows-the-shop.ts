export { HomePage } from '../shop/knows-a-feature.ts';
