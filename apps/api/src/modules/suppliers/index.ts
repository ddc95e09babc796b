export { PurchaseLoop } from './adapters/purchase-loop.ts';
