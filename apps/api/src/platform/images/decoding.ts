import { bounded } from '../../shared/concurrency/bounded.ts';
import { TooMuchToDraw } from './too-much-to-draw.ts';

/** A decoded picture takes up to 100 MB; one that waits takes its file, up to 10 MB. */
const DECODED_AT_ONCE = 2;
const MOST_WAITING = 10;

/**
 * Runs what decodes an uploaded picture or unpacks an uploaded document, two at a time in the whole process.
 * @throws TooMuchToDraw where ten wait already
 */
export const decodeInTurn = bounded(DECODED_AT_ONCE, MOST_WAITING, () => new TooMuchToDraw());
