import { type GetHomeApiResponse, type HomeSection, useGetHomeQuery } from '@keyturn/api-client';
import { usePageHead } from '../../lib/page-head.ts';
import { PlatformStrip } from '../../shop/platform-strip.tsx';
import { ProductSlider, ProductSliderBones } from '../../shop/product-slider.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { GenreTiles } from './genre-tiles.tsx';
import { Hero, HeroBones } from './hero.tsx';
import { readHome } from './home-answer.ts';
import styles from './home-page.module.css';
import { PlatformTiles } from './platform-tiles.tsx';
import { PriceTiles } from './price-tiles.tsx';

const AUTOPLAY_MS = 1500;

/** Blocks 1 to 9 of the specification's home page, in its order. */
export function HomePage() {
  usePageHead({
    title: 'Keyturn',
    description:
      'Game keys, gift cards and software, delivered by e-mail seconds after the payment. Prices in euro, dollar, pound and złoty.',
  });
  const { data, isError, refetch } = useGetHomeQuery();

  return (
    <div className={styles.home}>
      <h1 tabIndex={-1} className="visually-hidden">
        Keyturn: game keys, gift cards and software
      </h1>
      <PlatformStrip />
      {data ? <Blocks answer={data} /> : isError ? <Failed what="The shop window" onRetry={refetch} /> : <Bones onRetry={refetch} />}
    </div>
  );
}

function Blocks({ answer }: { answer: GetHomeApiResponse }) {
  const { featured, first, middle, afterPlatform, afterPrice } = readHome(answer);
  if (featured.length === 0 && first === null) return <Empty title="No results found !" />;
  return (
    <>
      {featured.length > 0 && <Hero games={featured} />}
      <div className={`page ${styles.blocks}`}>
        {first && <Sections of={[first]} />}
        <GenreTiles />
        <Sections of={middle} />
        <PlatformTiles />
        <Sections of={afterPlatform} />
        <PriceTiles />
        <Sections of={afterPrice} />
      </div>
    </>
  );
}

function Sections({ of }: { of: readonly HomeSection[] }) {
  return of.map((section) => (
    <ProductSlider key={section.id} title={section.sectionName} products={section.products} autoplayMs={AUTOPLAY_MS} />
  ));
}

function Bones({ onRetry }: { onRetry: () => void }) {
  return (
    <Loading what="the shop" onRetry={onRetry}>
      <HeroBones />
      <div className={`page ${styles.blocks}`}>
        <ProductSliderBones />
      </div>
    </Loading>
  );
}
