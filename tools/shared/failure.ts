/** An error that the user can fix: shown as one sentence, without a stack trace. */
export class Failure extends Error {}

/** Runs a tool: a Failure prints its sentence and exits with 1, other errors print their stack. */
export async function runTool(work: () => Promise<number>): Promise<never> {
  try {
    process.exit(await work());
  } catch (error) {
    const text = error instanceof Failure ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`\n${text}\n`);
    process.exit(1);
  }
}

/** A Failure for a file system error, or the error itself. */
export function permissionFailure(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') return new Failure(`Permission is missing: ${path} may not be written by this user.`);
  if (code === 'EROFS') return new Failure(`${path} lies on a read-only file system.`);
  if (code === 'ENOSPC') return new Failure(`There is no space left for ${path}.`);
  return error;
}
