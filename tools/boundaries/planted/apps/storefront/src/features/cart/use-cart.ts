export { HomePage as useCart } from '../home/home-page.ts';
