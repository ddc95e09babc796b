export { nothing } from './there-is-no-such-file.ts';
