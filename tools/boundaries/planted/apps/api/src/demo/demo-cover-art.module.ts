export { art } from '../../../../libs/cover-art/src/index.ts';
