export { seedPages, seedPosts } from './adapters/seed-content.ts';
export { Terms } from './application/terms.ts';
