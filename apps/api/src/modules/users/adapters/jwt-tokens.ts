import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Config } from '../../../platform/config/config.ts';
import { Clock, Ids } from '../../../shared/ports.ts';
import { type IssuedToken, type TokenContent, Tokens } from '../application/ports.ts';

const LIFETIME_SECONDS = 86_400;
const ISSUER = 'keyturn';

@Injectable()
export class JwtTokens extends Tokens {
  private readonly jwt: JwtService;

  constructor(
    config: Config,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    super();
    this.jwt = new JwtService({ secret: config.jwtSecret });
  }

  override issue({ userId, version }: TokenContent): Promise<string> {
    const iat = this.seconds();
    const content = { sub: userId, v: version, jti: this.ids.next(), iat, exp: iat + LIFETIME_SECONDS, iss: ISSUER };
    return this.jwt.signAsync(content, { algorithm: 'HS256' });
  }

  override async read(token: string): Promise<IssuedToken | null> {
    try {
      const { sub, v, jti, iat, exp } = await this.jwt.verifyAsync<Readonly<Record<string, unknown>>>(token, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        clockTimestamp: this.seconds(),
      });
      if (typeof sub !== 'string' || typeof v !== 'number' || typeof exp !== 'number') return null;
      // Tokens of the version before this one had no id of their own.
      return { id: typeof jti === 'string' ? jti : `${sub} ${String(iat)}`, userId: sub, version: v, expiresAt: new Date(exp * 1000) };
    } catch {
      return null;
    }
  }

  private seconds(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}
