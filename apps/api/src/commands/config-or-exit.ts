import { type Config, readConfig } from '../platform/config/config.ts';

/** Reads the configuration or ends the process with one sentence per problem. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`The configuration is not right:\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
