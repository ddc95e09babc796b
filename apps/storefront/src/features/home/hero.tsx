import type { ListedProduct } from '@keyturn/api-client';
import { productPath } from '@keyturn/shop-rules';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Cover } from '../../shop/cover.tsx';
import { DiscountBadge } from '../../shop/discount-badge.tsx';
import { PlatformChip } from '../../shop/platform-chip.tsx';
import { PriceTag } from '../../shop/price-tag.tsx';
import { lineId, pictureUrl } from '../../shop/product.ts';
import { Slider } from '../../ui/slider/slider.tsx';
import { Bone } from '../../ui/states.tsx';
import { useMedia } from '../../lib/use-media.ts';
import styles from './hero.module.css';

const SIZES = '(min-width: 1820px) 340px, (min-width: 970px) 19vw, (min-width: 500px) 30vw, 66vw';

/** The featured games, one centred, its words below: one text block that does not jump. */
export function Hero({ games }: { games: readonly ListedProduct[] }) {
  const isWide = useMedia('(min-width: 970px)');
  const isMiddle = useMedia('(min-width: 500px)');
  const firstIndex = (isWide ? 2 : isMiddle ? 1 : 0) % games.length;
  const [moved, setMoved] = useState<number | null>(null);
  const game = games[moved ?? firstIndex] ?? games[0];
  if (!game) return null;

  return (
    <div className={styles.hero}>
      <img key={game.mainImage} className={styles.backdrop} src={pictureUrl(game.mainImage, 80)} alt="" aria-hidden="true" />
      <div className={`page ${styles.inner}`}>
        <Slider
          key={games.map(lineId).join()}
          label="Featured games"
          className={styles.slider}
          autoplayMs={4000}
          speedMs={500}
          isCentred
          hasDots
          onIndex={setMoved}
          initialIndex={firstIndex}
          slides={games.map((featured, position) => ({
            key: lineId(featured),
            content: (
              <Link to={productPath(featured)} className={styles.card} aria-label={featured.name}>
                <Cover
                  path={featured.mainImage}
                  name={featured.name}
                  sizes={SIZES}
                  isFirst={position === firstIndex}
                  className={styles.cover}
                />
              </Link>
            ),
          }))}
        >
          <div className={styles.words}>
            <h2>
              <Link to={productPath(game)}>{game.name}</Link>
            </h2>
            <p className={styles.facts}>
              <DiscountBadge of={game} />
              <PlatformChip platform={game.platform} size="medium" />
              <PriceTag of={game} />
            </p>
          </div>
        </Slider>
      </div>
    </div>
  );
}

export function HeroBones() {
  return (
    <div className={styles.hero}>
      <div className={`page ${styles.inner}`}>
        <div className={styles.bones}>
          {Array.from({ length: 5 }, (_, position) => (
            <Bone key={position} className={styles.bone} />
          ))}
        </div>
      </div>
    </div>
  );
}
