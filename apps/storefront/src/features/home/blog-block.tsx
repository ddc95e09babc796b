import { useListBlogPostsQuery } from '@keyturn/api-client';
import { useRef } from 'react';
import { useNear } from '../../lib/use-near.ts';
import { BlogSlider, BlogSliderSkeleton } from '../../shop/blog/blog-slider.tsx';
import { useTryAgain } from '../../shop/connection/try-again.ts';
import { Failed, Loading } from '../../ui/feedback/states.tsx';

/** The newest posts. Fetched when the block comes near the view; without posts there is no block. */
export function BlogBlock() {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place, '1200px');
  const call = useListBlogPostsQuery(undefined, { skip: !isNear });
  const { data: posts, isError } = call;
  const tryAgain = useTryAgain(call);
  if (posts?.length === 0) return null;
  return (
    <div ref={place}>
      {posts ? (
        <BlogSlider title="From the Blog" posts={posts} />
      ) : isError ? (
        <Failed what="The blog" onRetry={() => void tryAgain()} />
      ) : (
        <Loading what="the blog" onRetry={isNear ? () => void tryAgain() : undefined}>
          <BlogSliderSkeleton isStill={!isNear} />
        </Loading>
      )}
    </div>
  );
}
