import type { BlogPostCard } from '@keyturn/api-client';
import { Link } from 'react-router-dom';
import { classNames } from '../../lib/class-names.ts';
import { formatDate } from '../../lib/format-date.ts';
import { Skeleton } from '../../ui/feedback/states.tsx';
import styles from './blog-card.module.css';
import card from '../styles/card.module.css';
import { paths } from '../paths.ts';
import { Picture } from '../product/picture.tsx';

/** The title is the only link; it covers the card. */
export function BlogCard({ post, sizes }: { post: BlogPostCard; sizes: string }) {
  const { title, uniqueRoute, coverImage, metaDescription, date } = post;
  return (
    <article className={card.card}>
      <Picture path={coverImage} shape="wide" sizes={sizes} className={card.picture} />
      <div className={styles.words}>
        <p className={styles.date}>
          <time dateTime={date}>{formatDate(date)}</time>
        </p>
        <h3 className={classNames(card.title, styles.title)}>
          <Link to={paths.blogPost(uniqueRoute)}>{title}</Link>
        </h3>
        <p className={styles.text}>{metaDescription}</p>
      </div>
    </article>
  );
}

/** The skeleton. */
export function BlogCardSkeleton() {
  return (
    <div className={card.card}>
      <Skeleton className={styles.skeletonPicture} />
      <div className={styles.words}>
        <Skeleton className={styles.skeletonText} />
      </div>
    </div>
  );
}
