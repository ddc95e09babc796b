import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Config } from '../../../../platform/config/config.ts';
import { Clock } from '../../../../shared/ports.ts';
import { TOKEN_LIFETIME_SECONDS, type TokenContent, Tokens } from '../../application/ports.ts';

export const ISSUER = 'keyturn';
export const ALGORITHM = 'HS256';

@Injectable()
export class JwtTokens extends Tokens {
  private readonly jwt: JwtService;

  constructor(
    config: Config,
    private readonly clock: Clock,
  ) {
    super();
    this.jwt = new JwtService({ secret: config.jwtSecret });
  }

  override issue({ userId, version }: TokenContent, id: string): Promise<string> {
    const iat = Math.floor(this.clock.now().getTime() / 1000);
    const content = { sub: userId, v: version, jti: id, iat, exp: iat + TOKEN_LIFETIME_SECONDS, iss: ISSUER };
    return this.jwt.signAsync(content, { algorithm: ALGORITHM });
  }
}
