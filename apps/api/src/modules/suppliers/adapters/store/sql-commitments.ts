import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type Commitment, Commitments } from '../../application/commit-offers.ts';
import { rowsOf } from './rows.ts';

@Injectable()
export class SqlCommitments extends Commitments {
  constructor(private readonly em: EntityManager) {
    super();
  }

  override async add(commitments: readonly Commitment[], until: Date): Promise<void> {
    await rowsOf(
      this.em,
      sql`insert into commitment (order_id, product_id, supplier, offer_id, quantity, until)
        select "orderId", "productId", supplier, "offerId", quantity, ${until}
        from jsonb_to_recordset(${JSON.stringify(commitments)}::jsonb)
          as made ("orderId" text, "productId" text, supplier text, "offerId" text, quantity integer)`,
    );
  }

  override async prolong(orderId: string, until: Date, at: Date): Promise<void> {
    await rowsOf(this.em, sql`update commitment set until = ${until} where order_id = ${orderId} and until > ${at}`);
  }

  override async isAny(orderId: string, at: Date): Promise<boolean> {
    return (await rowsOf(this.em, sql`select from commitment where order_id = ${orderId} and until > ${at} limit 1`)).length > 0;
  }

  override async release(orderId: string): Promise<void> {
    await rowsOf(this.em, sql`delete from commitment where order_id = ${orderId}`);
  }

  override async turnIntoPurchase({ orderId, productId, supplier, offerId, quantity: pieces }: Commitment): Promise<void> {
    await rowsOf(
      this.em,
      sql`with numbered as (
          select supplier, offer_id, quantity, sum(quantity) over (
              order by supplier = ${supplier} and offer_id = ${offerId} desc, supplier, offer_id
            ) - quantity as before
          from commitment where order_id = ${orderId} and product_id = ${productId}
        ), changed as (
          update commitment set quantity = numbered.before + numbered.quantity - ${pieces} from numbered
          where order_id = ${orderId} and product_id = ${productId} and commitment.supplier = numbered.supplier
            and commitment.offer_id = numbered.offer_id and numbered.before < ${pieces} and numbered.before + numbered.quantity > ${pieces}
        )
        delete from commitment using numbered
        where order_id = ${orderId} and product_id = ${productId} and commitment.supplier = numbered.supplier
          and commitment.offer_id = numbered.offer_id and numbered.before + numbered.quantity <= ${pieces}`,
    );
  }

  override async deleteLapsed(at: Date): Promise<void> {
    await rowsOf(this.em, sql`delete from commitment where until <= ${at}`);
  }
}
