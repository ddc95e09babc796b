import { isIP } from 'node:net';
import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { countedRows } from '../../../platform/database/ops-list.ts';
import type { ListWindow } from '../../../shared/list-window.ts';
import { Blocklist } from '../application/blocklist-admin.ts';
import { type Block, BlockedCountry, BlockedNetwork } from '../domain/block.ts';
import { isCountryCode, nearestCountry } from '../adapters/listed-countries.ts';

const FOR_UPDATE = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
/** Concurrent blocks of the same network make one block. */
const REPLACES_REASON: { onConflictMergeFields: ('reason' | 'changedBy')[] } = { onConflictMergeFields: ['reason', 'changedBy'] };

const view = (what: RawBuilder<unknown>) => sql`json_build_object(${what}, 'reason', reason, 'blockedBy', changed_by,
  'blockedAt', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as item`;

@Injectable()
export class MikroOrmBlocklist extends Blocklist {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override networks(window: ListWindow) {
    return this.list(view(sql`'network', abbrev(network::inet)`), sql`blocked_network`, sql`network`, window);
  }

  override countries(window: ListWindow) {
    return this.list(view(sql`'code', code`), sql`blocked_country`, sql`code`, window);
  }

  override async networkOf(text: string) {
    const [address = '', bits, more] = text.trim().split('/');
    const version = isIP(address);
    if (version === 0 || more !== undefined || address.includes('%')) return null;
    const most = version === 4 ? 32 : 128;
    if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) return null;
    const [row] = await this.rows<{ network: string; bits: number }>(
      sql`select network(${text.trim()}::inet)::text as network, masklen(${text.trim()}::inet) as bits`,
    );
    return row ? { ...row, isIpv6: version === 6 } : null;
  }

  override async holds(network: string, address: string): Promise<boolean> {
    const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
    if (isIP(mapped) === 0) return false;
    const [row] = await this.rows<{ holds: boolean }>(sql`select ${mapped}::inet <<= ${network}::inet as holds`);
    return row?.holds ?? false;
  }

  override async blockNetwork(network: string, reason: string, at: Date, actor: string): Promise<string | null> {
    const known = await this.em.findOne(BlockedNetwork, { network }, FOR_UPDATE);
    if (known !== null) return this.rewrite(known, { reason, actor });
    await this.em.upsert(BlockedNetwork, { ...new BlockedNetwork(network, { reason, at, actor }) }, REPLACES_REASON);
    return null;
  }

  override async freeNetwork(network: string): Promise<string | null> {
    return this.free(await this.em.findOne(BlockedNetwork, { network }, FOR_UPDATE));
  }

  override isCountry(code: string): boolean {
    return isCountryCode(code);
  }

  override nearestCountry(text: string): string | null {
    return nearestCountry(text);
  }

  override async blockCountry(code: string, reason: string, at: Date, actor: string): Promise<string | null> {
    const known = await this.em.findOne(BlockedCountry, { code }, FOR_UPDATE);
    if (known !== null) return this.rewrite(known, { reason, actor });
    await this.em.upsert(BlockedCountry, { ...new BlockedCountry(code, { reason, at, actor }) }, REPLACES_REASON);
    return null;
  }

  override async freeCountry(code: string): Promise<string | null> {
    return this.free(await this.em.findOne(BlockedCountry, { code }, FOR_UPDATE));
  }

  /** Returns the former reason. */
  private async rewrite(block: Block, change: { reason: string; actor: string }): Promise<string> {
    const { reason } = block;
    block.rewrite(change);
    await this.em.flush();
    return reason;
  }

  private async free(block: Block | null): Promise<string | null> {
    if (block !== null) await this.em.remove(block).flush();
    return block?.reason ?? null;
  }

  private async list(columns: RawBuilder<unknown>, from: RawBuilder<unknown>, order: RawBuilder<unknown>, window: ListWindow) {
    const { rows, total } = await countedRows<{ item: unknown }>(this.em.getKysely() as never, {
      columns,
      from,
      where: sql`true`,
      order,
      window,
    });
    return { items: rows.map(({ item }) => item), total };
  }

  private async rows<Row>(query: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await query.execute(this.em.getKysely());
    return rows as Row[];
  }
}
