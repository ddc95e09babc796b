import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { useMedia } from '../../lib/use-media.ts';
import type { Engine } from './slider-engine.ts';
import styles from './slider.module.css';
import { useRotation } from './use-rotation.ts';

export interface SliderProps {
  label: string;
  slides: readonly { key: string; content: ReactNode }[];
  /** Sets `--per-view` and `--gap` in media queries: the measures of the slider are CSS. */
  className?: string | undefined;
  /** Milliseconds between two moves; a slider without it stands still. */
  autoplayMs?: number | undefined;
  speedMs?: number;
  isCentred?: boolean;
  isFading?: boolean;
  hasDots?: boolean;
  /** Stands left of the controls: a heading, as a rule. */
  heading?: ReactNode;
  onIndex?: (index: number) => void;
  /** Which slide stands first; the centred one before the script, in a centred slider. */
  initialIndex?: number;
  /** Stands between slides and dots. */
  children?: ReactNode;
}

/** Below this many slides a list is doubled, so that the loop has something to bring round (specification §4). */
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
  heading,
  onIndex,
  initialIndex = 0,
  children,
}: SliderProps) {
  const frame = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  const [engine, setEngine] = useState<Engine | null>(null);
  const [index, setIndex] = useState(initialIndex);
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const rotation = useRotation(section, { next: () => engine?.next(), everyMs: engine ? autoplayMs : undefined, isAllowed: !isStill });

  const count = slides.length;
  const fewest = isCentred ? FEWEST_FOR_CENTRED_LOOP : FEWEST_FOR_LOOP + 1;
  const copies = count > 1 && count < fewest && !isFading ? (isCentred ? Math.ceil(fewest / count) : 2) : 1;
  const lead = isCentred && count > 1 ? CENTRED_LEAD : 0;
  const indexAt = (position: number) => (position - lead + lead * count) % count;
  const shown = Array.from({ length: count * copies }, (_, position) => indexAt(position)).flatMap((at) => {
    const slide = slides[at];
    return slide ? [{ ...slide, at }] : [];
  });
  const follow = useEffectEvent((raw: number) => {
    setIndex(indexAt(raw));
    onIndex?.(indexAt(raw));
  });

  useEffect(() => {
    const element = frame.current;
    if (!element || count < 2) return;
    let current: Engine | null = null;
    let isGone = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void import('./slider-engine.ts').then(({ startEngine }) => {
          if (isGone) return;
          const perView = Number(getComputedStyle(element).getPropertyValue('--per-view')) || 1;
          const fits = perView >= shown.length;
          if (fits) return;
          const startAt = isCentred ? lead + Math.floor(perView / 2) : 0;
          current = startEngine(element, { speedMs: isStill ? 0 : speedMs, isCentred, isFading, initialIndex: startAt, onIndex: follow });
          setEngine(current);
        });
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
      current?.destroy();
      setEngine(null);
    };
    // The slides' elements are Swiper's while it runs: another list is another slider (see `key` where it is used).
  }, [isCentred, isFading, isStill, lead, count, shown.length, speedMs]);

  return (
    <section ref={section} className={classNames(styles.slider, className)} aria-roledescription="carousel" aria-label={label}>
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
      <div ref={frame} className={classNames('swiper', styles.frame, lead > 0 && styles.led)} data-ready={engine ? '' : undefined}>
        <div className={classNames('swiper-wrapper', styles.track)} aria-live={rotation.isRotating || !autoplayMs ? 'off' : 'polite'}>
          {shown.map((slide, position) => (
            <div
              key={`${slide.key}/${position}`}
              data-key={slide.key}
              className={classNames('swiper-slide', styles.slide)}
              role="group"
              aria-roledescription="slide"
              aria-label={`${slide.at + 1} of ${count}`}
            >
              {slide.content}
            </div>
          ))}
        </div>
      </div>
      {children}
      {hasDots && count > 1 && (
        <div className={styles.dots}>
          {slides.map((slide, position) => (
            <button
              key={slide.key}
              type="button"
              aria-label={`Show ${position + 1} of ${count}`}
              aria-current={position === index ? 'true' : undefined}
              onClick={() => engine?.goTo(position + lead)}
            />
          ))}
        </div>
      )}
    </section>
  );
}
