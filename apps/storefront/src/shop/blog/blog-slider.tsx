import type { BlogPostCard } from '@keyturn/api-client';
import { classNames } from '../../lib/class-names.ts';
import { Slider } from '../../ui/slider/slider.tsx';
import { SliderSkeleton } from '../../ui/slider/slider-skeleton.tsx';
import { BlogCard, BlogCardSkeleton } from './blog-card.tsx';
import styles from './blog-slider.module.css';
import { newestFirst } from './newest-first.ts';
import inView from '../styles/slides-in-view.module.css';

const AUTOPLAY_MS = 4000;
/** The number of posts in the slider; the rest is on the blog's own page. */
const MOST = 9;
const SIZES = '(min-width: 820px) calc((min(max(92vw, 100vw - 96px), 1720px) - 32px) / 3), (min-width: 530px) 46vw, 92vw';

/** Posts, newest first: 1, 2 or 3 in view. */
export function BlogSlider({ title, posts }: { title: string; posts: readonly BlogPostCard[] }) {
  const newest = newestFirst(posts).slice(0, MOST);
  return (
    <Slider
      key={newest.map(({ id }) => id).join()}
      label={title}
      heading={<h2>{title}</h2>}
      className={inView.posts}
      autoplayMs={AUTOPLAY_MS}
      slides={newest.map((post) => ({ key: post.id, content: <BlogCard post={post} sizes={SIZES} /> }))}
    />
  );
}

/** The skeleton; `isStill` while nothing is loading yet. */
export function BlogSliderSkeleton({ isStill }: { isStill: boolean }) {
  return (
    <SliderSkeleton className={classNames(inView.posts, isStill && styles.still)}>
      {Array.from({ length: 3 }, (_, position) => (
        <BlogCardSkeleton key={position} />
      ))}
    </SliderSkeleton>
  );
}
