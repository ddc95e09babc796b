/** The only script that touches Swiper. It is fetched after the first paint: the stylesheet alone already shows the right slides. */
import Swiper from 'swiper';
import { EffectFade } from 'swiper/modules';

export interface Engine {
  next(): void;
  /** The same by itself: it may come some frames later, so that nothing counts as shifted. What somebody presses is forgiven. */
  goOn(): void;
  previous(): void;
  goTo(index: number): void;
  destroy(): void;
}

export interface EngineOptions {
  speedMs: number;
  isCentred: boolean;
  isFading: boolean;
  initialIndex: number;
  /** Called with the index among all slides, duplicates included. */
  onIndex: (index: number) => void;
}

/** So many frames without a moving track, until it counts as standing still. */
const STILL_FRAMES = 6;

export function startEngine(frame: HTMLElement, options: EngineOptions): Engine {
  let isComingRound = false;
  let isMoveWanted = false;
  /**
   * Puts the slides that have gone by behind the last one while nothing moves. Swiper would do so as the next move begins: nobody sees it,
   * but in a track that is on its way browsers count each slide in view as shifted by its whole width (CLS). A few frames stand between,
   * as a busy browser takes some to learn that the last move is over; a move by itself comes after them.
   * The event that ends a move is not enough: a busy Chromium sends one as the move begins, and the move goes on.
   */
  const completeLoop = (instance: Swiper) => {
    isComingRound = true;
    whenStill(instance.wrapperEl, STILL_FRAMES, () => {
      if (!instance.destroyed && !instance.animating && !instance.touchEventsData.isTouched) {
        instance.loopFix({ direction: 'next' });
        hideOffView(instance.slides);
      }
      afterFrames(2, () => {
        isComingRound = false;
        if (isMoveWanted) goOn();
      });
    });
  };
  const goOn = () => {
    isMoveWanted = isComingRound;
    if (!isComingRound) swiper.slideNext();
  };
  const swiper = new Swiper(frame, {
    modules: [EffectFade],
    slidesPerView: 'auto',
    loop: true,
    speed: options.speedMs,
    centeredSlides: options.isCentred,
    initialSlide: options.initialIndex,
    watchSlidesProgress: true,
    ...(options.isFading && { effect: 'fade', fadeEffect: { crossFade: true }, slidesPerView: 1 }),
    on: {
      realIndexChange: ({ realIndex }) => options.onIndex(realIndex),
      afterInit: (instance) => hideOffView(instance.slides),
      slideChangeTransitionEnd: (instance) => {
        hideOffView(instance.slides);
        completeLoop(instance);
      },
      resize: (instance) => hideOffView(instance.slides),
    },
  });
  /** What somebody presses stands for the move that was about to come by itself. */
  const byHand = (move: () => void) => {
    isMoveWanted = false;
    move();
  };
  return {
    next: () => byHand(() => swiper.slideNext()),
    goOn,
    previous: () => byHand(() => swiper.slidePrev()),
    goTo: (index) => byHand(() => swiper.slideToLoop(index)),
    destroy: () => swiper.destroy(true, false),
  };
}

/** Once the track has stood still for so many frames. */
function whenStill(track: HTMLElement, frames: number, work: () => void): void {
  if (frames === 0) work();
  else requestAnimationFrame(() => whenStill(track, track.getAnimations().length > 0 ? STILL_FRAMES : frames - 1, work));
}

function afterFrames(count: number, work: () => void): void {
  if (count === 0) work();
  else requestAnimationFrame(() => afterFrames(count - 1, work));
}

/**
 * Off-view slides take no focus, and of a slide and its visible duplicate only one does: the other is for the pointer alone.
 * While slides move, what was in view before stays so for the keyboard: nothing loses the focus half-way.
 */
function hideOffView(slides: HTMLElement[]): void {
  const shown = new Set<string>();
  for (const slide of slides) {
    const key = slide.dataset.key ?? '';
    const isVisible = slide.classList.contains('swiper-slide-visible');
    const isTwice = isVisible && shown.has(key);
    if (isVisible) shown.add(key);
    slide.inert = !isVisible;
    slide.ariaHidden = isTwice ? 'true' : null;
    for (const control of slide.querySelectorAll<HTMLElement>('a, button')) control.tabIndex = isTwice ? -1 : 0;
  }
}
