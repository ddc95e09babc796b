import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Callers } from '../../../../platform/limits/callers.ts';
import type { AuthenticatedRequest } from './current-user.ts';
import { LenientJwtAuthGuard } from './jwt-auth-guards.ts';

/** One account is one caller, however often it logs in. */
@Injectable()
export class TokenCallers extends Callers {
  constructor(private readonly guard: LenientJwtAuthGuard) {
    super();
  }

  override async accountOf(context: ExecutionContext): Promise<string | null> {
    await this.guard.canActivate(context);
    return context.switchToHttp().getRequest<AuthenticatedRequest>().user?.id ?? null;
  }
}
