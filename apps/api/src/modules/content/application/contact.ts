import { Injectable } from '@nestjs/common';
import { TooManyTries } from '../../../shared/domain-error.ts';
import { CaptchaGate, Clock, Ids, MailOutbox, Throttle, Transaction } from '../../../shared/ports.ts';

export interface ContactFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

export interface ContactMessage {
  readonly id: string;
  readonly fullName: string;
  readonly email: string;
  readonly message: string;
  readonly file: ContactFile | null;
}

export abstract class ContactMessages {
  abstract add(message: ContactMessage, at: Date): Promise<void>;
  abstract ofId(id: string): Promise<ContactMessage | null>;
}

/** The limit of messages per address and network, so that strangers who use an address do not lock out its owner. */
export abstract class MessageLimit {
  abstract readonly perEmailAndNetwork: number;
  abstract readonly windowMs: number;
}

class TooManyMessages extends TooManyTries {
  constructor(retryAfterSeconds: number) {
    super('We have several messages of yours already. Please wait for our answer, or try again later.', retryAfterSeconds, {
      succes: false,
    });
  }
}

/** Stores a visitor's message and mails it to support. */
@Injectable()
export class SendContactMessage {
  constructor(
    private readonly messages: ContactMessages,
    private readonly mails: MailOutbox,
    private readonly captchaGate: CaptchaGate,
    private readonly throttle: Throttle,
    private readonly limit: MessageLimit,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Uses up a captcha pass. Call it before the upload is read: who has none costs neither memory nor decoding. @throws what CaptchaGate throws */
  admit(captchaPass: string | null): Promise<void> {
    return this.captchaGate.spend(captchaPass);
  }

  /** @param network of the visitor, see `networkOf` @throws TooManyMessages */
  async run(draft: Omit<ContactMessage, 'id'>, network: string): Promise<void> {
    const { perEmailAndNetwork, windowMs } = this.limit;
    const wait = await this.throttle.hit(`contact email ${draft.email} network ${network}`, perEmailAndNetwork, windowMs);
    if (wait !== null) throw new TooManyMessages(wait);
    const id = this.ids.next();
    await this.transaction.run(async () => {
      await this.messages.add({ ...draft, id }, this.clock.now());
      await this.mails.plan({ id: `${id}-contact-1`, kind: 'contact', about: id });
    });
  }
}
