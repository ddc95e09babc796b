import { type GetHomeApiResponse, type HomeSection, useGetHomeQuery } from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import { memo, useDeferredValue } from 'react';
import { usePageHead } from '../../shop/head/page-head.ts';
import { useServed } from '../../lib/use-served.ts';
import { PlatformStrip } from '../../shop/platform/platform-strip.tsx';
import { PRODUCT_SLIDER_ROOM, ProductSlider, ProductSliderSkeleton } from '../../shop/product/product-slider.tsx';
import { useTryAgain } from '../../shop/connection/try-again.ts';
import { Empty, Failed, Loading } from '../../ui/feedback/states.tsx';
import { WhenNear } from '../../ui/layout/when-near.tsx';
import { BlogBlock } from './blog-block.tsx';
import { GenreTiles } from './genre-tiles.tsx';
import { Hero, HeroSkeleton } from './hero.tsx';
import { readHome } from './home-answer.ts';
import styles from './home-page.module.css';
import { PlatformTiles } from './platform-tiles.tsx';
import { PriceTiles } from './price-tiles.tsx';

const AUTOPLAY_MS = 1500;
const NOTHING = 'No results found !';

// Memoised elements: parts that are not hydrated stay so while their neighbours render.
const GENRES = (
  <WhenNear>
    <GenreTiles />
  </WhenNear>
);
const PLATFORMS = (
  <WhenNear>
    <PlatformTiles />
  </WhenNear>
);
const PRICES = (
  <WhenNear>
    <PriceTiles />
  </WhenNear>
);

/** Blocks 1 to 9 of the specification's home page, in its order, and the blog slider: the last thing before the footer. */
export function HomePage() {
  usePageHead(pageHeads.home);
  const call = useGetHomeQuery();
  const { data, isError } = call;
  const tryAgain = useTryAgain(call);

  return (
    <div className={styles.home}>
      <h1 tabIndex={-1} className="visually-hidden">
        {pageHeads.home.title}
      </h1>
      <PlatformStrip />
      {data ? (
        <Blocks answer={data} />
      ) : isError ? (
        <Failed what="The shop window" emptyText={NOTHING} onRetry={() => void tryAgain()} />
      ) : (
        <HomeSkeleton onRetry={() => void tryAgain()} />
      )}
    </div>
  );
}

function Blocks({ answer }: { answer: GetHomeApiResponse }) {
  const { featured, first, middle, afterPlatform, afterPrice } = readHome(answer);
  // In a client rendering the hero is painted first, and seventy cards follow in slices, so that a phone stays responsive.
  const isRestDue = useDeferredValue(true, useServed());
  if (featured.length === 0 && first === null && [...middle, ...afterPlatform, ...afterPrice].length === 0)
    return <Empty title={NOTHING} />;
  return (
    <>
      {featured.length > 0 && <Hero games={featured} />}
      <div className={`page ${styles.blocks}`}>
        {isRestDue ? (
          <>
            {first && <Sections of={[first]} />}
            {GENRES}
            <Sections of={middle} />
            {PLATFORMS}
            <Sections of={afterPlatform} />
            {PRICES}
            <Sections of={afterPrice} />
            <BlogBlock />
          </>
        ) : (
          <ProductSliderSkeleton />
        )}
      </div>
    </>
  );
}

function Sections({ of }: { of: readonly HomeSection[] }) {
  return of.map((section) => <Section key={section.id} section={section} />);
}

/** For the same reason rendered only when it changes. */
const Section = memo(function Section({ section }: { section: HomeSection }) {
  return (
    <WhenNear room={PRODUCT_SLIDER_ROOM}>
      <ProductSlider title={section.sectionName} products={section.products} autoplayMs={AUTOPLAY_MS} />
    </WhenNear>
  );
});

function HomeSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Loading what="the shop" onRetry={onRetry}>
      <HeroSkeleton />
      <div className={`page ${styles.blocks}`}>
        <ProductSliderSkeleton />
      </div>
    </Loading>
  );
}
