import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import { Config } from '../../../../platform/config/config.ts';
import { sentToken } from '../../../../platform/http/security/sent-token.ts';
import { Clock } from '../../../../shared/ports.ts';
import { Authenticate, type Identity } from '../../application/authenticate.ts';
import type { IssuedToken } from '../../application/ports.ts';
import { NotLoggedIn } from '../../domain/account-errors.ts';
import { placeOf } from '../../../../platform/http/security/caller.ts';
import { ALGORITHM, ISSUER } from './jwt-tokens.ts';

type Payload = Readonly<Record<string, unknown>>;

/** Passport verifies signature, algorithm and issuer of the Authorization header's token; `validate` asks the database about the rest. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    config: Config,
    private readonly session: Authenticate,
    private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: sentToken,
      secretOrKey: config.jwtSecret,
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      // `validate` looks at the end of the token, by the shop's clock.
      ignoreExpiration: true,
      passReqToCallback: true,
    });
  }

  /** The user of the request, and the token as Passport's `authInfo`. @throws NotLoggedIn */
  async validate(request: FastifyRequest, payload: Payload): Promise<[user: Identity, info: IssuedToken]> {
    const token = issuedToken(payload);
    if (token === null || token.expiresAt <= this.clock.now()) throw new NotLoggedIn();
    return [await this.session.run(token, () => placeOf(request)), token];
  }
}

/** Null for a payload that is not one of ours. */
function issuedToken({ sub, v, jti, iat, exp }: Payload): IssuedToken | null {
  if (typeof sub !== 'string' || typeof v !== 'number' || typeof exp !== 'number') return null;
  // Tokens of the version before this one had no id of their own.
  return { id: typeof jti === 'string' ? jti : `${sub} ${String(iat)}`, userId: sub, version: v, expiresAt: new Date(exp * 1000) };
}
