import { pageHeads } from '@keyturn/shop-rules';
import { useGetPageQuery } from '@keyturn/api-client';
import { Navigate, useParams } from 'react-router-dom';
import { usePageHead } from '../../shop/head/page-head.ts';
import { HtmlText } from '../../shop/content/html-text.tsx';
import { useTryAgain } from '../../shop/connection/try-again.ts';
import { Skeleton, Failed, Loading } from '../../ui/feedback/states.tsx';
import styles from './info-page.module.css';

/** A content page by its name; /about alone is "About Us". An unknown name leads to /404. */
export function InfoPage() {
  const name = useParams().id ?? 'About Us';
  const call = useGetPageQuery({ infoPageRequest: { name } });
  const { currentData: page, error, isError } = call;
  const tryAgain = useTryAgain(call);
  usePageHead(pageHeads.info(page?.name ?? name, page?.meta_description));

  if (isError && 'status' in error && error.status === 404) return <Navigate replace to="/404" />;
  return (
    <div className={`page ${styles.info}`}>
      <h1 tabIndex={-1}>{page?.name ?? name}</h1>
      {isError ? (
        <Failed what="The page" onRetry={() => void tryAgain()} />
      ) : page ? (
        <>
          {/* Headings inside the text start at the third level. */}
          <h2 className="visually-hidden">Contents</h2>
          <HtmlText html={page.description} />
        </>
      ) : (
        <Loading what="the page" onRetry={() => void tryAgain()}>
          <Skeleton className={styles.skeleton} />
        </Loading>
      )}
    </div>
  );
}
