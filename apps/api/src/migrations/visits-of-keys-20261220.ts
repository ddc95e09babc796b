import { Migration } from '@mikro-orm/migrations';

/** A view of keys in the evidence has the browser of the visit that names it, not of one that came in the same millisecond. */
export class VisitsOfKeys20261220 extends Migration {
  /** Each statement ends with its locks: no page that notes a visit waits until all views are joined. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table order_visit add column if not exists reveal_id bigint references key_reveal (id)');
    // Both rows of a view had the same instant, viewer and address until now. Several of one visitor are taken in turn.
    const inTurn = `select id, order_id, at, viewer, address, row_number() over (partition by order_id, at, viewer, address order by id) as turn`;
    this.addSql(`update order_visit set reveal_id = reveal.id
      from (${inTurn} from order_visit where shown = 'keys') as visit
        join (${inTurn} from key_reveal) as reveal using (order_id, at, viewer, address, turn)
      where order_visit.id = visit.id`);
    this.addSql('create unique index if not exists order_visit_of_reveal on order_visit (reveal_id) where reveal_id is not null');
  }
}
