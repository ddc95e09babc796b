// Preloaded into every child (node --import): a parent that was killed cannot end its children, so they end themselves.
// The IPC channel closes the moment the parent is gone, however it died.
const LONGEST_DRAIN_MS = 10_000;

// Processes that such a child forks are preloaded too, but they are its own business.
if (process.channel && process.env.KEYTURN_PARENT === String(process.ppid)) {
  process.on('disconnect', () => {
    // Nobody reads the output any more: a failed write must not cut the drain short.
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), LONGEST_DRAIN_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
