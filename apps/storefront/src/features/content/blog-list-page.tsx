import { type BlogPostCard, useListBlogPostsQuery } from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import { Link } from 'react-router-dom';
import { formatDate } from '../../lib/format-date.ts';
import { usePageHead } from '../../shop/head/page-head.ts';
import { BlogCard } from '../../shop/blog/blog-card.tsx';
import { newestFirst } from '../../shop/blog/newest-first.ts';
import { paths } from '../../shop/paths.ts';
import { Picture } from '../../shop/product/picture.tsx';
import { useTryAgain } from '../../shop/connection/try-again.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Skeleton, Empty, Failed, Loading } from '../../ui/feedback/states.tsx';
import styles from './blog-list-page.module.css';

const NOTHING = 'No posts yet';
const NEWEST_SIZES = '(min-width: 1000px) 58vw, 92vw';
const CARD_SIZES = '(min-width: 1220px) 30vw, (min-width: 640px) 45vw, 92vw';

/** All posts: the newest large, then the others by date. */
export function BlogListPage() {
  usePageHead(pageHeads.blog);
  const asked = useListBlogPostsQuery();
  const tryAgain = useTryAgain(asked);
  const [newest, ...others] = newestFirst(asked.data ?? []);

  return (
    <div className={`page ${styles.page}`}>
      <h1 tabIndex={-1}>{pageHeads.blog.title}</h1>
      {newest ? (
        <>
          <Newest post={newest} />
          {others.length > 0 && (
            <section aria-labelledby="more-posts">
              <h2 id="more-posts" className={styles.more}>
                More posts
              </h2>
              <ul className={styles.grid}>
                {others.map((post) => (
                  <li key={post.id}>
                    <BlogCard post={post} sizes={CARD_SIZES} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      ) : asked.data ? (
        <Empty title={NOTHING}>
          <Link to={paths.home} className={buttonClass()}>
            Back to home
          </Link>
        </Empty>
      ) : asked.isError ? (
        <Failed what="The blog" emptyText={NOTHING} onRetry={() => void tryAgain()} />
      ) : (
        <Loading what="the blog" onRetry={() => void tryAgain()}>
          <Skeleton className={styles.skeleton} />
        </Loading>
      )}
    </div>
  );
}

function Newest({ post: { title, uniqueRoute, coverImage, metaDescription, date } }: { post: BlogPostCard }) {
  return (
    <article className={styles.newest}>
      <Picture path={coverImage} shape="wide" sizes={NEWEST_SIZES} isFirst className={styles.picture} />
      <div className={styles.words}>
        <p className={styles.date}>
          <span className={styles.flag}>Newest</span> <time dateTime={date}>{formatDate(date)}</time>
        </p>
        <h2>
          <Link to={paths.blogPost(uniqueRoute)}>{title}</Link>
        </h2>
        <p className={styles.text}>{metaDescription}</p>
      </div>
    </article>
  );
}
