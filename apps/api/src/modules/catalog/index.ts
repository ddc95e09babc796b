export { Catalogue, type Offer, type ProductRef, refKey } from './application/catalogue.ts';
