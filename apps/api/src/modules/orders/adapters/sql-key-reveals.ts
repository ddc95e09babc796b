import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type MailRecord, MailReads } from '../../../shared/ports.ts';
import { Audit } from '../../ops/index.ts';
import { OrderKeys } from '../../stock/index.ts';
import { type KeyReveal, KeyReveals } from '../application/views/key-reveals.ts';
import type { Piece } from '../domain/pieces.ts';

/** Audit actions in which staff see a key, or know it already. */
const SHOWS_KEYS: ReadonlySet<string> = new Set(['keys.look', 'orders.find-by-key']);

@Injectable()
export class SqlKeyReveals extends KeyReveals {
  constructor(
    private readonly em: EntityManager,
    private readonly mails: MailReads,
    private readonly keys: OrderKeys,
    private readonly audit: Audit,
  ) {
    super();
  }

  override async add({ orderId, viewer, address, at }: { orderId: string; viewer: string; address: string; at: Date }): Promise<string> {
    const { rows } = await sql<{ id: string }>`insert into key_reveal (order_id, viewer, address, at)
      values (${orderId}, ${viewer}, ${address}, ${at}) returning id::text as id`.execute(this.em.getKysely());
    const [added] = rows;
    if (added === undefined) throw new Error('A view of keys was not stored.');
    return added.id;
  }

  override async ofOrder(orderId: string): Promise<KeyReveal[]> {
    const { rows } = await sql<Omit<KeyReveal, 'at'> & { readonly at: string }>`select id::text as id, viewer, address, at from key_reveal
      where order_id = ${orderId} order by at, key_reveal.id`.execute(this.em.getKysely());
    return rows.map(({ at, ...reveal }) => ({ ...reveal, at: new Date(at) }));
  }

  override async countSince(orderId: string, since: Date): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from key_reveal
      where order_id = ${orderId} and at > ${since}`.execute(this.em.getKysely());
    return rows[0]?.count ?? 0;
  }

  override async wasRevealed(orderId: string): Promise<boolean> {
    return (await this.wereAllShown(orderId)) || (await this.keysShown(orderId)).length > 0;
  }

  override async piecesSeen(orderId: string): Promise<Piece[]> {
    const seen = (await this.wereAllShown(orderId)) ? await this.keys.of(orderId) : await this.keysShown(orderId);
    return seen.flatMap(({ piece }) => piece ?? []);
  }

  /**
   * Shown to the buyer, or in a mail that was handed to the mail server: as the order knows, or as the record of a mail whose attempt was not
   * noted yet, or was noted by an earlier version of the shop. Mails with a link have no keys.
   */
  private async wereAllShown(orderId: string): Promise<boolean> {
    const { rows } = await sql<{ isShown: boolean; isByLink: boolean }>`
      select keys_mailed is not null or exists (select from key_reveal where order_id = shop_order.id) as "isShown", link_only as "isByLink"
      from shop_order where id = ${orderId}`.execute(this.em.getKysely());
    if (rows[0]?.isShown) return true;
    if (rows[0]?.isByLink) return false;
    return (await this.mails.about(orderId)).some((mail) => mail.kind === 'keys' && wasTried(mail));
  }

  /** Keys of the order that staff viewed or searched by. */
  private async keysShown(orderId: string) {
    const keys = (await this.keys.of(orderId)).filter(({ piece }) => piece !== null);
    const lines = await this.audit.linesOf(keys.map(({ keyId }) => ({ type: 'key', id: keyId })));
    const shown = new Set(lines.flatMap(({ action, subject }) => (SHOWS_KEYS.has(action) ? [subject.id] : [])));
    return keys.filter(({ keyId }) => shown.has(keyId));
  }
}

/** Whether it was handed to the mail server at least once. */
function wasTried({ state, tries, reason }: MailRecord): boolean {
  return !((state === 'waiting' || state === 'dropped') && tries === 0 && reason === null);
}
