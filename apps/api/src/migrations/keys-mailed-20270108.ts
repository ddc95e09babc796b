import { Migration } from '@mikro-orm/migrations';

/**
 * Whether keys of an order were mailed: records of mails are deleted by age and by erasures, and such keys must not go back on sale. Those of
 * before are found by the order's history, which stays, and by the records that are left.
 */
export class KeysMailed20270108 extends Migration {
  /** In a transaction, all orders would be locked until the rows are written. */
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('alter table shop_order add column if not exists keys_mailed text');
    // `sent` comes before `tried`.
    this.addSql(`update shop_order set keys_mailed = mailed.how from (
        select order_id, min(how) as how from (
          select order_id, case kind when 'mail_sent' then 'sent' else 'tried' end as how from order_event
            where kind in ('mail_sent', 'mail_delayed', 'mail_refused', 'mail_dead') and data ->> 'mailId' like '%-keys-%'
          union all
          select about, case state when 'sent' then 'sent' else 'tried' end from letter
            where kind = 'keys' and (state not in ('waiting', 'dropped') or tries > 0 or reason is not null)
        ) as noted group by order_id
      ) as mailed where shop_order.id = mailed.order_id and shop_order.keys_mailed is null and not shop_order.link_only`);
  }
}
