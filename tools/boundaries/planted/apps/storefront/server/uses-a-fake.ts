export { fake } from './testing/fake.ts';
