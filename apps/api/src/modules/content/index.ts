export { seedPages, seedPosts } from './adapters/seed-content.ts';
