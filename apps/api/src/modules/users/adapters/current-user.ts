import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { sentToken } from '../../../platform/http/security/sent-token.ts';
import { Authenticate, type Identity } from '../application/authenticate.ts';
import { NotLoggedIn } from '../domain/account-errors.ts';

/** What `@SentToken()` stands for in the metadata of a handler: by it a test finds every route that takes a token. */
export function tokenOfCall(_data: unknown, context: ExecutionContext): string | null {
  return sentToken(context.switchToHttp().getRequest<FastifyRequest>());
}

/** `string | null`: what the Authorization header carries, the token as it is or after `Bearer`. */
export const SentToken = createParamDecorator(tokenOfCall);

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

/** For calls that a token may help and whose meaning does not hang on it: one that is no longer good is none. */
@Injectable()
export class PerhapsUser implements PipeTransform<string | null, Promise<Identity | null>> {
  constructor(private readonly authenticate: Authenticate) {}

  async transform(token: string | null): Promise<Identity | null> {
    if (token === null) return null;
    return this.authenticate.run(token).catch((error: unknown) => {
      if (error instanceof NotLoggedIn) return null;
      throw error;
    });
  }
}

/** `Identity | null` */
export const UserIfAny = () => SentToken(PerhapsUser);

/** `Identity | null`: visitors may call too, but a token that is sent must be a good one (else 401). Import UsersModule. */
export const OptionalUser = () => SentToken(VisitorOrUser);

/** `Identity`: 401 without a good token. Import UsersModule. */
export const RequiredUser = () => SentToken(UserOnly);
