export { standIn } from '../../sandbox/src/stand-in.ts';
