export { type SeedReview, seedReviews } from './adapters/seed-reviews.ts';
