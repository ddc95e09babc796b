import { DomainError, TooManyTries } from '../../../shared/domain-error.ts';

/** The same message for an unknown address and a wrong password. */
export class LoginRefused extends DomainError {
  readonly kind = 'unauthenticated';
  override readonly extra = { succes: false };

  constructor() {
    super('The e-mail or the password is wrong.');
  }
}

export class NotLoggedIn extends DomainError {
  readonly kind = 'unauthenticated';

  constructor() {
    super('Please log in.');
  }
}

/** Unknown, used or expired link, without revealing which. */
export class ResetLinkInvalid extends DomainError {
  readonly kind = 'invalid';
  override readonly extra = { succes: false };
  override readonly details = [{ field: 'otp', message: this.message }];

  constructor() {
    super('This link is no longer valid. Please ask for a new one.');
  }
}

/** Names the field, as all errors of input do. */
export class WeakPassword extends DomainError {
  readonly kind = 'invalid';
  override readonly details: readonly { field: string; message: string }[];

  constructor(field: string) {
    const message = 'This password is too easy to guess. Please choose another one.';
    super(message);
    this.details = [{ field, message }];
  }
}

export class CurrentPasswordWrong extends DomainError {
  readonly kind = 'invalid';
  override readonly details = [{ field: 'currentPassword', message: this.message }];

  constructor() {
    super('The current password is wrong.');
  }
}

/** Prevents guessing the password of a stolen login. Unlike login, the call has no captcha. */
export class TooManyWrongPasswords extends TooManyTries {
  constructor(retryAfterSeconds: number) {
    super('Too many attempts. Please wait a few minutes and try again.', retryAfterSeconds);
  }
}

/** Another account has the address. Never revealed to anyone but its owner. */
export class AddressTaken extends DomainError {
  readonly kind = 'conflict';

  constructor() {
    super('Another account has this address.');
  }
}

export class AccountNotFound extends DomainError {
  readonly kind = 'not-found';

  constructor() {
    super('There is no such customer.');
  }
}

export class AccountClosed extends DomainError {
  readonly kind = 'conflict';

  constructor() {
    super('This account is closed.');
  }
}

export class AddressMissing extends DomainError {
  readonly kind = 'conflict';

  constructor() {
    super('This account has no address that could be verified: its owner logs in by another site.');
  }
}

export class AddressVerified extends DomainError {
  readonly kind = 'conflict';

  constructor() {
    super('The address of this account is verified already.');
  }
}

export class CloseNotConfirmed extends DomainError {
  readonly kind = 'conflict';
  override readonly details = [{ field: 'confirm', message: this.message }];

  constructor() {
    super('A closed account cannot be opened again: say confirm if it is meant.');
  }
}

/** Ended, expired, or not of this user. */
export class SessionNotFound extends DomainError {
  readonly kind = 'not-found';

  constructor() {
    super('This device is not signed in any more.');
  }
}

export class SocialLoginNotFound extends DomainError {
  readonly kind = 'not-found';

  constructor() {
    super('Your account is not linked to this site.');
  }
}

/** An account without a password: only a fresh login proves its owner. */
export class LoginNotFresh extends DomainError {
  readonly kind = 'forbidden';

  constructor() {
    super('Please log in again, and do this within ten minutes.');
  }
}

/** Without it nobody could log in to the account. */
export class LastWayIn extends DomainError {
  readonly kind = 'conflict';

  constructor(hasAddress: boolean) {
    super(
      hasAddress
        ? 'This is the only way to log in to your account. Choose a password first: “Forgot your password?” on the login page mails you a link.'
        : 'This is the only way to log in to your account, which has no e-mail address for a password.',
    );
  }
}
