import { Skeleton, Loading } from '../../ui/feedback/states.tsx';
import styles from './product-skeleton.module.css';
import view from './product-view.module.css';

export function ProductSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Loading what="the product" onRetry={onRetry}>
      <div className={`page ${view.product}`}>
        <div className={view.cover}>
          <Skeleton className={styles.cover} />
        </div>
        <div className={view.head}>
          <Skeleton className={styles.title} />
        </div>
        <div className={view.buy}>
          <Skeleton className={styles.buy} />
        </div>
        <div className={view.facts}>
          <Skeleton className={styles.facts} />
        </div>
        <div className={view.body}>
          <Skeleton className={styles.body} />
        </div>
      </div>
    </Loading>
  );
}
