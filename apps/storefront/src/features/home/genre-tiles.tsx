import { GENRE_TILES, type Genre } from '@keyturn/shop-rules';
import { Castle, Compass, Crosshair, Gem, Plane, Swords, WandSparkles, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../shop/paths.ts';
import inView from '../../shop/styles/slides-in-view.module.css';
import { Slider } from '../../ui/slider/slider.tsx';
import styles from './genre-tiles.module.css';

const icons: Partial<Record<Genre, LucideIcon>> = {
  Action: Swords,
  Adventure: Compass,
  FPS: Crosshair,
  RPG: WandSparkles,
  Indie: Gem,
  Simulation: Plane,
  Strategy: Castle,
};

/** Seven genres with the specification's counts; a tile opens the filtered list. */
export function GenreTiles() {
  return (
    <Slider
      label="Genres"
      heading={<h2>Explore By Genre</h2>}
      className={inView.genres}
      autoplayMs={1500}
      slides={GENRE_TILES.map(({ genre, count }) => {
        const Icon = icons[genre] ?? Gem;
        return {
          key: genre,
          content: (
            <Link to={paths.filtered({ genre })} className={styles.tile} data-genre={genre}>
              <Icon className={styles.icon} aria-hidden="true" strokeWidth={1.5} />
              <span className={styles.name}>{genre}</span>
              <span className={styles.count}>{count} games</span>
            </Link>
          ),
        };
      })}
    />
  );
}
