import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { pino } from 'pino';

const LONGEST_FLUSH_MS = 2000;

/**
 * Standard output as pino writes it: not at once, and at the exit of the process what is left.
 * pino's stream repeats a write at exit after any error and for ever: a process whose reader has gone (EPIPE) or has stopped (EAGAIN), or whose
 * disk is full, would never end. Here what cannot be written within two seconds goes to the null device, so that exit code and error come out.
 */
export function standardOutput(): ReturnType<typeof pino.destination> {
  const stream = pino.destination({ sync: false });
  const { fd } = process.stdout;
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    const end = performance.now() + LONGEST_FLUSH_MS;
    const nothing = openSync(devNull, 'w');
    // It is read before each write.
    Object.defineProperty(stream, 'fd', { configurable: true, get: () => (performance.now() < end ? fd : nothing) });
    try {
      flushSync();
    } finally {
      Object.defineProperty(stream, 'fd', { configurable: true, value: fd, writable: true });
      closeSync(nothing);
    }
  };
  return stream;
}
