import { type Config, readConfig } from '../platform/config/config.ts';

/** Jobs and commands work on many rows at once: their statements may take ten times as long as those of a request. */
export function backgroundConfigOrExit(): Config {
  const config = configOrExit();
  return { ...config, statementTimeoutMs: 10 * config.statementTimeoutMs };
}

/** Reads the configuration or ends the process with one sentence per problem. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`The configuration is not right:\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
