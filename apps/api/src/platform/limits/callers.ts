import type { ExecutionContext } from '@nestjs/common';

/** Tells whose calls are counted together. Answered by the users module. */
export abstract class Callers {
  /** The account that the call's token is good for; null without a good one. */
  abstract accountOf(call: ExecutionContext): Promise<string | null>;
}
