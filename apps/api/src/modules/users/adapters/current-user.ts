import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Authenticate, type Identity } from '../application/authenticate.ts';
import { NotLoggedIn } from '../domain/user.ts';

/** What the Authorization header carries: the token as it is, or after `Bearer`. Null without one. */
const SentToken = createParamDecorator((_data: unknown, context: ExecutionContext): string | null => {
  const header = context.switchToHttp().getRequest<FastifyRequest>().headers.authorization?.trim() ?? '';
  const token = header.replace(/^Bearer(\s+|$)/i, '');
  return token === '' ? null : token;
});

@Injectable()
export class VisitorOrUser implements PipeTransform<string | null, Promise<Identity | null>> {
  constructor(private readonly authenticate: Authenticate) {}

  async transform(token: string | null): Promise<Identity | null> {
    return token === null ? null : this.authenticate.run(token);
  }
}

@Injectable()
export class UserOnly implements PipeTransform<string | null, Promise<Identity>> {
  constructor(private readonly authenticate: Authenticate) {}

  async transform(token: string | null): Promise<Identity> {
    if (token === null) throw new NotLoggedIn();
    return this.authenticate.run(token);
  }
}

/** `Identity | null`: visitors may call too, but a token that is sent must be a good one (else 401). Import UsersModule. */
export const OptionalUser = () => SentToken(VisitorOrUser);

/** `Identity`: 401 without a good token. Import UsersModule. */
export const RequiredUser = () => SentToken(UserOnly);
