import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { useMedia } from '../../lib/use-media.ts';
import { useNear } from '../../lib/use-near.ts';
import type { Engine } from './slider-engine.ts';
import styles from './slider.module.css';
import './swiper.css';
import { useInertOutside, usePerView } from './use-frame.ts';
import { useRotation } from './use-rotation.ts';

interface Slide {
  key: string;
  content: ReactNode;
  /** What its duplicates show, where that is not the same. */
  copy?: ReactNode;
  /** The content of its dot, for sliders that show thumbnails instead. */
  thumbnail?: ReactNode;
}

export interface SliderProps {
  label: string;
  slides: readonly Slide[];
  /** Sets `--per-view` and `--gap` in media queries: the measures of the slider are CSS. */
  className?: string | undefined;
  /** Milliseconds between two moves; a slider without it stands still. */
  autoplayMs?: number | undefined;
  speedMs?: number;
  isCentred?: boolean;
  isFading?: boolean;
  hasDots?: boolean;
  /** Something else has the shopper's attention: no move until it is over. */
  isHeld?: boolean;
  /** Stands left of the controls: a heading, as a rule. */
  heading?: ReactNode;
  onIndex?: (index: number) => void;
  /** Which slide stands first; the centred one before the script, in a centred slider. */
  initialIndex?: number;
  /** Stands between slides and dots. */
  children?: ReactNode;
}

/** More are nowhere in view. */
const MOST_IN_VIEW = 5;
/** Below this many slides a list is doubled, so that the loop has something to bring round. */
const FEWEST_FOR_LOOP = 5;
/** So many slides stand left of the view of a centred slider, before the script as after it: the loop then starts without moving any. */
const CENTRED_LEAD = 2;
/** Five in view at most, and the loop wants two more on either side. */
const FEWEST_FOR_CENTRED_LOOP = 5 + 2 * CENTRED_LEAD;

/**
 * A carousel after the APG pattern. Without script it is a row with the right slides in view; then Swiper takes over.
 * Rotation can be paused, and stops on focus, hover, out of view, in a hidden tab, and under reduced motion.
 */
export function Slider({
  label,
  slides,
  className,
  autoplayMs,
  speedMs = 500,
  isCentred = false,
  isFading = false,
  hasDots = false,
  isHeld = false,
  heading,
  onIndex,
  initialIndex = 0,
  children,
}: SliderProps) {
  const frame = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  const [engine, setEngine] = useState<Engine | null>(null);
  const [index, setIndex] = useState(initialIndex);
  const isStill = useMedia('(prefers-reduced-motion: reduce)') === true;
  const isNear = useNear(frame, '200px');
  const perView = usePerView(frame);

  const count = slides.length;
  const fewest = isCentred ? FEWEST_FOR_CENTRED_LOOP : FEWEST_FOR_LOOP + 1;
  const copies = count > 1 && count < fewest && !isFading ? (isCentred ? Math.ceil(fewest / count) : 2) : 1;
  const lead = isCentred && count > 1 ? CENTRED_LEAD : 0;
  const indexAt = (position: number) => (position - lead + lead * count) % count;
  const shown = Array.from({ length: count * copies }, (_, position) => indexAt(position)).flatMap((at, position) => {
    const slide = slides[at];
    return slide ? [{ ...slide, at, isCopy: position < lead || position >= lead + count }] : [];
  });
  // All of them are in view: nothing is left to bring round, and no duplicate stands beside its original.
  const isAllInView = !isCentred && perView !== null && (perView > count || perView >= shown.length);
  const canMove = count > 1 && perView !== null && !isAllInView;
  const rotation = useRotation(section, {
    next: () => engine?.goOn(),
    everyMs: autoplayMs,
    isAllowed: engine !== null && !isStill && !isHeld,
    countFrom: index,
  });
  useInertOutside(frame, { first: lead, perView, isMoving: engine !== null });

  const follow = useEffectEvent((raw: number) => {
    setIndex(indexAt(raw));
    onIndex?.(indexAt(raw));
  });
  const firstCentred = useEffectEvent(() => (isCentred ? lead + Math.floor((perView ?? 1) / 2) : 0));

  useEffect(() => {
    const element = frame.current;
    if (!element || !isNear || !canMove) return;
    let current: Engine | null = null;
    let isGone = false;
    void import('./slider-engine.ts').then(({ startEngine }) => {
      if (isGone) return;
      const initialAt = firstCentred();
      current = startEngine(element, { speedMs: isStill ? 0 : speedMs, isCentred, isFading, initialIndex: initialAt, onIndex: follow });
      setEngine(current);
    });
    return () => {
      isGone = true;
      current?.destroy();
      setEngine(null);
    };
    // The slides' elements are Swiper's while it runs: another list is another slider (see `key` where it is used).
  }, [isNear, canMove, isCentred, isFading, isStill, shown.length, speedMs]);

  return (
    <section
      ref={section}
      className={classNames(styles.slider, className)}
      aria-roledescription="carousel"
      aria-label={label}
      {...rotation.attention}
    >
      <div className={styles.bar}>
        {heading}
        {/* Reserved from the first paint, so that nothing moves when the script arrives. */}
        <div className={classNames(styles.controls, !engine && styles.waiting)}>
          {autoplayMs !== undefined && !isStill && (
            <button
              type="button"
              className={styles.control}
              onClick={rotation.toggle}
              aria-label={rotation.isWanted ? `Pause ${label}` : `Play ${label}`}
            >
              {rotation.isWanted ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
            </button>
          )}
          <button type="button" className={styles.control} onClick={() => engine?.previous()} aria-label={`Previous: ${label}`}>
            <ChevronLeft size={20} aria-hidden="true" />
          </button>
          <button type="button" className={styles.control} onClick={() => engine?.next()} aria-label={`Next: ${label}`}>
            <ChevronRight size={20} aria-hidden="true" />
          </button>
        </div>
      </div>
      <div
        ref={frame}
        className={classNames('swiper', styles.frame, lead > 0 && styles.led)}
        data-slider-frame=""
        data-ready={engine ? '' : undefined}
      >
        <div className={classNames('swiper-wrapper', styles.track)} aria-live={rotation.isRotating || !autoplayMs ? 'off' : 'polite'}>
          {shown.map((slide, position) => (
            <div
              key={`${slide.key}/${position}`}
              data-key={slide.key}
              className={classNames('swiper-slide', styles.slide)}
              role="group"
              aria-roledescription="slide"
              aria-label={`${slide.at + 1} of ${count}`}
              hidden={isAllInView && slide.isCopy}
              // Out of view at every width, before the script as after it. Of the others the screen decides.
              inert={position < lead || position >= lead + MOST_IN_VIEW}
            >
              {slide.isCopy && slide.copy !== undefined ? slide.copy : slide.content}
            </div>
          ))}
        </div>
      </div>
      {children}
      {hasDots && count > 1 && (
        <div className={styles.dots} data-slider-dots="">
          {slides.map((slide, position) => (
            <button
              key={slide.key}
              type="button"
              aria-label={`Show ${position + 1} of ${count}`}
              aria-current={position === index ? 'true' : undefined}
              onClick={() => engine?.goTo(position + lead)}
            >
              {slide.thumbnail}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
