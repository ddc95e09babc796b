import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Clock } from '../../../shared/ports.ts';
import { type Refund, Refunds } from '../application/refunds.ts';

@Injectable()
export class SqlRefunds extends Refunds {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async add({ id, orderId, lines, amountMinor, isWhole, askedBy }: Refund): Promise<void> {
    await sql`insert into order_refund (id, order_id, lines, amount_minor, is_whole, asked_by, asked_at)
      values (${id}, ${orderId}, ${[...lines]}::int[], ${amountMinor}, ${isWhole}, ${askedBy}, ${this.clock.now()})`.execute(
      this.em.getKysely(),
    );
  }

  override async done(id: string): Promise<void> {
    await sql`update order_refund set done_at = ${this.clock.now()} where id = ${id} and done_at is null`.execute(this.em.getKysely());
  }

  override async ofId(id: string): Promise<Refund | null> {
    return (await this.where(sql`id = ${id}`))[0] ?? null;
  }

  override ofOrder(orderId: string): Promise<Refund[]> {
    return this.where(sql`order_id = ${orderId}`);
  }

  private async where(condition: RawBuilder<unknown>): Promise<Refund[]> {
    const { rows } = await sql<Refund>`select id, order_id as "orderId", lines, amount_minor as "amountMinor", is_whole as "isWhole",
      asked_by as "askedBy", done_at is not null as "isDone" from order_refund where ${condition} order by asked_at, id`.execute(
      this.em.getKysely(),
    );
    return rows;
  }
}
