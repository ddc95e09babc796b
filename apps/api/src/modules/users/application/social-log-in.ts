import { Injectable } from '@nestjs/common';
import type { Place } from '../../../shared/place.ts';
import { Clock, Ids, Transaction } from '../../../shared/ports.ts';
import { normalEmail, User } from '../domain/user.ts';
import { AccountMails } from './account-mails.ts';
import { AuthTrail } from './auth-trail.ts';
import { Identities, type Provider, Users } from './ports.ts';
import { OwnSessions } from './sessions.ts';

/** A person authenticated by a social login provider. */
export interface SocialPerson {
  readonly provider: Provider;
  /** Never reassigned by that site. */
  readonly providerId: string;
  readonly username: string;
  readonly lastname: string;
  readonly email: string | null;
  /** Whether the site verified the address. */
  readonly isEmailVerified: boolean;
}

@Injectable()
export class SocialLogIn {
  constructor(
    private readonly users: Users,
    private readonly identities: Identities,
    private readonly sessions: OwnSessions,
    private readonly trail: AuthTrail,
    private readonly mails: AccountMails,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Known identities get their account. Others get the account of their address if the site verified it and no account unlinked them, else
   * one without address: an unverified address neither finds an account nor reveals one; a confirmation link is mailed to it.
   */
  async run(person: SocialPerson, place: Place): Promise<{ token: string; username: string }> {
    const logIn = () => this.transaction.run(() => this.enter(person, place));
    return logIn().catch((error: unknown) => {
      // Of two concurrent first logins one fails to link, is rolled back, and finds the other's account.
      if (error instanceof LinkRaceLost) return logIn();
      throw error;
    });
  }

  /** With the account locked until its session is stored: who unlinks the site or closes the account meanwhile ends that session, too. */
  private async enter(person: SocialPerson, place: Place): Promise<{ token: string; username: string }> {
    const user = await this.accountOf(person, place);
    await this.trail.record({ userId: user.id, event: 'login', method: person.provider, ...place });
    return { token: await this.sessions.open(user, place), username: user.username };
  }

  private async accountOf(person: SocialPerson, place: Place): Promise<User> {
    const owner = await this.identities.ownerOf(person.provider, person.providerId);
    const known = owner === null ? null : await this.users.forUpdate(owner);
    if (known) {
      // Unlinked or closed while this waited.
      if (known.closedAt !== null || (await this.identities.ownerOf(person.provider, person.providerId)) !== owner)
        throw new LinkRaceLost();
      // The first mail may have been missed, and without an address this person cannot request another.
      if (known.email === null) await this.mailLink(known, person);
      return known;
    }
    const address = person.isEmailVerified && !(await this.wasUnlinked(person)) ? person.email : null;
    const user = address === null ? await this.withoutAddress(person) : await this.ofAddress(person, address);
    if (!(await this.identities.link(person.provider, person.providerId, user.id))) throw new LinkRaceLost();
    await this.trail.record({ userId: user.id, event: 'link', method: person.provider, ...place });
    return user;
  }

  private async ofAddress(person: SocialPerson, address: string): Promise<User> {
    const email = normalEmail(address);
    const now = this.clock.now();
    const draft = Object.assign(this.draft(person), { email, emailVerifiedAt: now });
    const { id } = await this.users.addUnlessTaken(draft);
    await this.mails.welcome({ email, userId: draft.id, isNew: id === draft.id });
    const user = await this.users.forUpdate(id);
    // Closed concurrently: the address is free, and a retry creates an account.
    if (user === null || user.closedAt !== null) throw new LinkRaceLost();
    // Linked by another login, and unlinked, before this one had the lock.
    if (await this.wasUnlinked(person)) throw new LinkRaceLost();
    const losesPassword = user.takeBack(email, now);
    await this.users.save(user);
    await this.mails.endVerifications(user);
    // The password may have been the owner's, who should not learn of it only at the next login.
    if (losesPassword) await this.mails.notifyPasswordChanged(user.id);
    return user;
  }

  private wasUnlinked({ provider, providerId }: SocialPerson): Promise<boolean> {
    return this.identities.wasUnlinked(provider, providerId);
  }

  private async withoutAddress(person: SocialPerson): Promise<User> {
    const user = this.draft(person);
    await this.users.add(user);
    await this.mailLink(user, person);
    return user;
  }

  private async mailLink({ id: userId }: User, { email }: SocialPerson): Promise<void> {
    if (email !== null) await this.mails.toAccount('verification', { userId, email: normalEmail(email) });
  }

  private draft({ provider, username, lastname }: SocialPerson): User {
    const at = this.clock.now();
    return new User({
      id: this.ids.next(),
      email: null,
      username,
      lastname,
      passwordHash: null,
      emailVerifiedAt: null,
      at,
      actor: provider,
    });
  }
}

class LinkRaceLost extends Error {}
