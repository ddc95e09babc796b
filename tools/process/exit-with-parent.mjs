// Preloaded into every child (node --import): a parent that was killed cannot end its children, so they end themselves.
// The IPC channel closes when the parent ends, for any reason.
import { Worker } from 'node:worker_threads';

const LONGEST_DRAIN_MS = 10_000;

// Processes forked by such a child are preloaded too, but it manages them itself.
if (process.channel && process.env.KEYTURN_PARENT === String(process.ppid)) {
  process.on('disconnect', () => {
    // Nobody reads the output any more: a failed write must not cut the drain short.
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
    // By a thread of its own: what ends by an error while nobody reads its log tries to write the rest of it for ever, and hears nothing else.
    new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${LONGEST_DRAIN_MS})`, { eval: true }).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
