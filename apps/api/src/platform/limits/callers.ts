import type { ExecutionContext } from '@nestjs/common';

/** Identifies callers for rate limits. Answered by the users module. */
export abstract class Callers {
  /** The account of the call's token; null without a valid one. */
  abstract accountOf(call: ExecutionContext): Promise<string | null>;
}
