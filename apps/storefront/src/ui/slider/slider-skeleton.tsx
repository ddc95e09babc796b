import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './slider-skeleton.module.css';

/** The boxes of a slider, still empty; `className` sets `--per-view` and `--gap`, as for the slider itself. */
export function SliderSkeleton({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    <div>
      <div className={styles.bar} />
      <div className={classNames(styles.row, className)}>{children}</div>
    </div>
  );
}
