import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { sentToken } from '../../../../platform/http/security/sent-token.ts';
import type { Identity } from '../../application/authenticate.ts';
import { NotLoggedIn } from '../../domain/account-errors.ts';
import { perRequest } from '../per-request-strategy.ts';
import { JwtStrategy } from './jwt-strategy.ts';

/** Passport's result: an error, or no user. */
function refusal(error: unknown): unknown {
  return error ?? new NotLoggedIn();
}

/**
 * 401 without a valid token. The module of a controller with this guard imports UsersModule. Guards run from the lowest decorator up: put
 * `@UseGuards(JwtAuthGuard)` above `@Limited`, which counts the call first.
 */
@Injectable()
export class JwtAuthGuard extends AuthGuard() {
  constructor(strategy: JwtStrategy) {
    super(perRequest(strategy));
  }

  override handleRequest<User = Identity | null>(error: unknown, user: User | false, _info: unknown, _context: ExecutionContext): User {
    if (error || !user) throw refusal(error);
    return user;
  }
}

/** Visitors may call too (user null), but a token that is sent must be valid (else 401). */
@Injectable()
export class OptionalJwtAuthGuard extends JwtAuthGuard {
  override handleRequest<User = Identity | null>(error: unknown, user: User | false, info: unknown, context: ExecutionContext): User {
    if (sentToken(context.switchToHttp().getRequest<FastifyRequest>()) === null) return null as User;
    return super.handleRequest(error, user, info, context);
  }
}

/** For calls with an optional token: an invalid one is ignored. */
@Injectable()
export class LenientJwtAuthGuard extends JwtAuthGuard {
  override handleRequest<User = Identity | null>(error: Error | null | undefined, user: User | false): User {
    if (error && !(error instanceof NotLoggedIn)) throw error;
    return (user || null) as User;
  }
}
