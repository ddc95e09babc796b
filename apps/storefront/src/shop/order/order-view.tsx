import type { Order } from '@keyturn/api-client';
import { DEFAULT_CURRENCY, formatMoney, parseCurrency, productPath, toMinor } from '@keyturn/shop-rules';
import { Link } from 'react-router-dom';
import { formatDate } from '../../lib/format-date.ts';
import { Cover } from '../product/cover.tsx';
import styles from './order-view.module.css';

/** Orders may be years old: one with invalid data shows what is known, and must not hide the others. */
type Unsure<T> = (T extends object ? { [K in keyof T]?: Unsure<T[K]> } : T) | null | undefined;
type OrderedProduct = Unsure<Order['products'][number]>;

/** What was ordered: number, date, status, products, total, and what of it went back. */
export function OrderView({ order }: { order: Order }) {
  const money = (major: Unsure<number>) =>
    typeof major === 'number' ? formatMoney(toMinor(major), parseCurrency(order.currency) ?? DEFAULT_CURRENCY) : '–';
  return (
    <div className={styles.order}>
      <dl className={styles.facts}>
        <div>
          <dt>Order</dt>
          <dd>{order.kinguinOrderId}</dd>
        </div>
        {order.number && (
          <div>
            <dt>Number in our mails</dt>
            <dd>{order.number}</dd>
          </div>
        )}
        <div>
          <dt>Date</dt>
          <dd>
            <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
          </dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd data-status={order.status} className={styles.status}>
            {/* The API's `status` is `Refunded` then, as its contract has no other word. */}
            {order.isChargedBack ? 'Charged back' : order.status}
          </dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd>
            {money(order.total)} <span className="visually-hidden">{order.currency}</span>
          </dd>
        </div>
        {(order.refunded ?? 0) > 0 && (
          <div>
            <dt>Refunded</dt>
            <dd>{money(order.refunded)}</dd>
          </div>
        )}
        {(order.chargedBack ?? 0) > 0 && (
          <div>
            <dt>Charged back by your bank</dt>
            <dd>{money(order.chargedBack)}</dd>
          </div>
        )}
      </dl>
      <ul className={styles.products}>
        {(order.products as Unsure<Order['products']> as OrderedProduct[] | null | undefined)?.map((product, position) => {
          const { name, cover, path } = shown(product);
          return (
            <li key={position}>
              <Cover path={cover} name={name} sizes="56px" className={styles.cover} />
              <p className={styles.name}>{path ? <Link to={path}>{name}</Link> : name}</p>
              <p className={styles.price}>
                {product?.qte ?? 1} × {money(product?.price)}
                {product?.refundedQte ? <span className={styles.refunded}>{product.refundedQte} refunded</span> : null}
              </p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** An ordered software has no id: there is no page to link to. */
function shown(line: OrderedProduct): { name: string; cover: string; path: string | null } {
  const { name, kinguinId, images } = line?.KinguinProduct ?? {};
  if (name) return { name, cover: images?.cover?.url ?? '', path: kinguinId ? productPath({ name, kinguinId }) : null };
  return { name: line?.product?.productName || 'A product that is gone', cover: line?.product?.coverImageOriginal ?? '', path: null };
}
