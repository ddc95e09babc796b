import { Injectable } from '@nestjs/common';
import { Callers } from '../../../platform/limits/callers.ts';
import { Authenticate } from '../application/authenticate.ts';
import { NotLoggedIn } from '../domain/account-errors.ts';

/** One account is one caller, however often it logs in. */
@Injectable()
export class TokenCallers extends Callers {
  constructor(private readonly authenticate: Authenticate) {
    super();
  }

  override async accountOf(token: string): Promise<string | null> {
    try {
      return (await this.authenticate.run(token)).id;
    } catch (error) {
      if (error instanceof NotLoggedIn) return null;
      throw error;
    }
  }
}
