/** The part of a child's log line for the console, or null. Structured lines carry a level; others are plain text. */
export function warningIn(line: string): string | null {
  const entry = structured(line);
  return entry !== null && ['warn', 'error', 'fatal'].includes(entry.level) ? entry.message : null;
}

/** The cause in the last lines of a child that ended, as one line fit for a sentence. */
export function causeIn(lines: readonly string[]): string {
  const loud = lines.map(warningIn).filter((message) => message !== null);
  const thrown = lines
    .map((line) => /^(?:Uncaught )?(?:\[?\w*Error(?: \[\w+\])?|DriverException|Failure): (.+)/.exec(line)?.[1])
    .filter((message) => message !== undefined);
  const plain = lines.filter((line) => structured(line) === null && !/^\s+at |^\s*$|^Node\.js v|^\(node:|^\s*[\^~{}]|^\s+\w+: /.test(line));
  const cause = thrown.at(-1) ?? loud.at(-1) ?? plain.slice(-4).join(' ');
  return cause.replaceAll(/\s+/g, ' ').trim().slice(0, 400);
}

function structured(line: string): { level: string; message: string } | null {
  if (!line.startsWith('{')) return null;
  try {
    const { level, message } = JSON.parse(line) as Record<string, unknown>;
    return typeof level === 'string' ? { level, message: typeof message === 'string' ? message : JSON.stringify(message) } : null;
  } catch {
    return null;
  }
}
