import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Config } from '../../../platform/config/config.ts';
import { Clock } from '../../../shared/ports.ts';
import { type TokenContent, Tokens } from '../application/ports.ts';

const LIFETIME_SECONDS = 86_400;
const ISSUER = 'keyturn';

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

  override issue({ userId, version }: TokenContent): Promise<string> {
    const iat = this.seconds();
    return this.jwt.signAsync({ sub: userId, v: version, iat, exp: iat + LIFETIME_SECONDS, iss: ISSUER }, { algorithm: 'HS256' });
  }

  override async read(token: string): Promise<TokenContent | null> {
    try {
      const content = await this.jwt.verifyAsync<{ sub?: unknown; v?: unknown }>(token, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        clockTimestamp: this.seconds(),
      });
      return typeof content.sub === 'string' && typeof content.v === 'number' ? { userId: content.sub, version: content.v } : null;
    } catch {
      return null;
    }
  }

  private seconds(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}
