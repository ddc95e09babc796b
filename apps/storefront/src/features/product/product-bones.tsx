import { Bone, Loading } from '../../ui/feedback/states.tsx';
import styles from './product-bones.module.css';
import view from './product-view.module.css';

export function ProductBones({ onRetry }: { onRetry: () => void }) {
  return (
    <Loading what="the product" onRetry={onRetry}>
      <div className={`page ${view.product}`}>
        <div className={view.cover}>
          <Bone className={styles.cover} />
        </div>
        <div className={view.head}>
          <Bone className={styles.title} />
        </div>
        <div className={view.buy}>
          <Bone className={styles.buy} />
        </div>
        <div className={view.facts}>
          <Bone className={styles.facts} />
        </div>
        <div className={view.body}>
          <Bone className={styles.body} />
        </div>
      </div>
    </Loading>
  );
}
