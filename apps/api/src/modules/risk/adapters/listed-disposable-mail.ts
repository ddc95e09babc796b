import { Injectable } from '@nestjs/common';
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { DisposableMail } from '../application/ports.ts';

/** A list of about 7,000 domains that is released every few weeks. */
@Injectable()
export class ListedDisposableMail extends DisposableMail {
  private readonly domains = disposableEmailBlocklistSet();

  override isDisposable(domain: string): boolean {
    const labels = domain.split('.');
    return labels.some((_, first) => first < labels.length - 1 && this.domains.has(labels.slice(first).join('.')));
  }
}
