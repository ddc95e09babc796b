import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Makes V8 collect early instead of growing to what the machine could give: a stream of short-lived objects needs no large
 * heap. Measured on the import of 17,827 products: 350 MB at peak without, 220 MB with, in the same time.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=15');
  setFlagsFromString('--max-semi-space-size=2');
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * The same in measure, for a process that answers requests. V8 lets a heap of 80 MB double before it collects what grew old: an upload of
 * 100,000 keys sent twice then took 346 MB at peak, and takes 245 MB so. All collecting of old objects during it: 0.1 s, at most 40 ms at once.
 */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=30');
  // How far the heap may grow is drawn at each collection: without one now, it stays where the start of the process put it.
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
