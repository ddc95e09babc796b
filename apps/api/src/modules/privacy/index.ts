export { RepeatErasures } from './application/repeat-erasures.ts';
