import type { ListedProduct } from '@keyturn/api-client';
import { HERO_SIZES, productPath } from '@keyturn/shop-rules';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Cover } from '../../shop/product/cover.tsx';
import { DiscountBadge } from '../../shop/product/discount-badge.tsx';
import { PlatformChip } from '../../shop/platform/platform-chip.tsx';
import { PriceTag } from '../../shop/product/price-tag.tsx';
import { lineId, pictureUrl } from '../../shop/product/product.ts';
import { Slider } from '../../ui/slider/slider.tsx';
import { Skeleton } from '../../ui/feedback/states.tsx';
import { classNames } from '../../lib/class-names.ts';
import { useMedia } from '../../lib/use-media.ts';
import styles from './hero.module.css';

/** Screens with one, three and five games in view: the first, second and third of them is centred. */
const AT_WIDTHS = ['narrow', 'middle', 'wide'] as const;

type Width = (typeof AT_WIDTHS)[number];

interface Words {
  readonly width: Width;
  readonly shown: ListedProduct;
}

/** The featured games, one centred, with its text below: one text block, so that the layout does not shift. */
export function Hero({ games }: { games: readonly ListedProduct[] }) {
  const isWide = useMedia('(min-width: 970px)');
  const isMiddle = useMedia('(min-width: 500px)');
  const isServed = isWide === null;
  const firstIndex = (isWide ? 2 : isMiddle ? 1 : 0) % games.length;
  const [moved, setMoved] = useState<number | null>(null);
  // After a rotation the link of the width at hydration stays.
  const [width, setWidth] = useState<Width | null>(null);
  if (!isServed && width === null) setWidth(isWide ? 'wide' : isMiddle ? 'middle' : 'narrow');
  const game = games[moved ?? firstIndex] ?? games[0];
  if (!game) return null;
  // The first view has the texts of all that may be centred, and the stylesheet shows the right one.
  const centred: readonly Words[] =
    width === null
      ? AT_WIDTHS.map((at, position) => ({ width: at, shown: games[position % games.length] ?? game }))
      : [{ width, shown: game }];

  return (
    <div className={styles.hero}>
      {!isServed && <Backdrop key={game.mainImage} path={game.mainImage} />}
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
            content: <HeroCard game={featured} isFirst={position === firstIndex} />,
            copy: <HeroCard game={featured} />,
          }))}
        >
          {centred.map(({ width: at, shown }) => (
            // The link element stays, with its focus. Its text is a new element: centred text that grows or shrinks would count as a layout
            // shift.
            <div key={at} className={classNames(styles.words, isServed && styles[at])}>
              <h2>
                <Link to={productPath(shown)}>
                  <span key={lineId(shown)}>{shown.name}</span>
                </Link>
              </h2>
              <p key={lineId(shown)} className={styles.facts}>
                <DiscountBadge of={shown} />
                <PlatformChip platform={shown.platform} size="medium" />
                <PriceTag of={shown} />
              </p>
            </div>
          ))}
        </Slider>
      </div>
    </div>
  );
}

/** The glow behind the games, in the colours of the centred one; none without its picture. */
function Backdrop({ path }: { path: string }) {
  const [isShown, setIsShown] = useState(path !== '');
  if (!isShown) return null;
  return <img className={styles.backdrop} src={pictureUrl(path, 80)} alt="" aria-hidden="true" onError={() => setIsShown(false)} />;
}

/**
 * `isFirst` on the centred one: it is the largest picture of the first view. The page's head preloads the right one for every screen; the
 * others must not compete for bandwidth.
 */
function HeroCard({ game, isFirst = false }: { game: ListedProduct; isFirst?: boolean }) {
  return (
    <Link to={productPath(game)} className={styles.card} aria-label={game.name}>
      <Cover path={game.mainImage} name={game.name} sizes={HERO_SIZES} isFirst={isFirst} className={styles.cover} />
    </Link>
  );
}

export function HeroSkeleton() {
  return (
    <div className={styles.hero}>
      <div className={`page ${styles.inner}`}>
        <div className={styles.skeletons}>
          {Array.from({ length: 5 }, (_, position) => (
            <Skeleton key={position} className={styles.skeleton} />
          ))}
        </div>
      </div>
    </div>
  );
}
