import { type BlogPost, useGetBlogPostQuery, useListBlogPostsQuery } from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { formatDate } from '../../lib/format-date.ts';
import { isNotFound } from '../../lib/is-not-found.ts';
import { usePageHead } from '../../shop/head/page-head.ts';
import { BlogSlider } from '../../shop/blog/blog-slider.tsx';
import { HtmlText } from '../../shop/content/html-text.tsx';
import { NotFoundScreen } from '../../shop/not-found-screen.tsx';
import { paths } from '../../shop/paths.ts';
import { Picture } from '../../shop/product/picture.tsx';
import { useTryAgain } from '../../shop/connection/try-again.ts';
import { Skeleton, Failed, Loading } from '../../ui/feedback/states.tsx';
import styles from './blog-post-page.module.css';

const SIZES = '(min-width: 1000px) 900px, 92vw';

/** One post by its unique route; an unknown one is "Page Not Found!". */
export function BlogPostPage() {
  const id = useParams().id ?? '';
  const asked = useGetBlogPostQuery({ id });
  const tryAgain = useTryAgain(asked);
  const { currentData: post, error, isError } = asked;

  if (isNotFound(error)) return <NotFoundScreen />;
  if (post) return <Post key={post.id} post={post} />;
  return (
    <div className={`page ${styles.page}`}>
      {isError ? (
        <Failed what="The post" onRetry={() => void tryAgain()} />
      ) : (
        <Loading what="the post" onRetry={() => void tryAgain()}>
          <Skeleton className={styles.skeleton} />
        </Loading>
      )}
    </div>
  );
}

function Post({ post }: { post: BlogPost }) {
  usePageHead(pageHeads.post(post));
  return (
    <>
      <article className={`page ${styles.page}`}>
        <header className={styles.head}>
          <Link to={paths.blogs} className={styles.back}>
            <ArrowLeft size={18} aria-hidden="true" /> All posts
          </Link>
          <h1 tabIndex={-1}>{post.title}</h1>
          <p className={styles.date}>
            <time dateTime={post.date}>{formatDate(post.date)}</time>
          </p>
        </header>
        <Picture path={post.coverImage} shape="wide" sizes={SIZES} isFirst className={styles.picture} />
        <div className={styles.text}>
          {/* Headings inside the text start at the third level. */}
          <h2 className="visually-hidden">The post</h2>
          <HtmlText html={post.description} />
        </div>
      </article>
      <ReadAlso than={post.id} />
    </>
  );
}

/** The other posts. Nothing is shown until they are loaded, or if there are none. */
function ReadAlso({ than }: { than: string }) {
  const { data: posts = [] } = useListBlogPostsQuery();
  const others = posts.filter(({ id }) => id !== than);
  return (
    others.length > 0 && (
      <div className={`page ${styles.also}`}>
        <BlogSlider title="Read Also" posts={others} />
      </div>
    )
  );
}
