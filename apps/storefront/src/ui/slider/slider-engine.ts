/** The only file that touches Swiper. It is fetched after the first paint: the stylesheet alone already shows the right slides. */
import Swiper from 'swiper';
import { EffectFade } from 'swiper/modules';
import 'swiper/css';
import 'swiper/css/effect-fade';

export interface Engine {
  next(): void;
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

export function startEngine(frame: HTMLElement, options: EngineOptions): Engine {
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
      slideChangeTransitionEnd: (instance) => hideOffView(instance.slides),
      slideChangeTransitionStart: (instance) => showAll(instance.slides),
      touchMove: (instance) => showAll(instance.slides),
      touchEnd: (instance) => setTimeout(() => !instance.destroyed && !instance.animating && hideOffView(instance.slides)),
      resize: (instance) => hideOffView(instance.slides),
    },
  });
  return {
    next: () => swiper.slideNext(),
    previous: () => swiper.slidePrev(),
    goTo: (index) => swiper.slideToLoop(index),
    destroy: () => swiper.destroy(true, false),
  };
}

/** Off-view slides take no focus, and of a slide and its visible duplicate only one does. */
function hideOffView(slides: HTMLElement[]): void {
  const shown = new Set<string>();
  for (const slide of slides) {
    const key = slide.dataset.key ?? '';
    const isVisible = slide.classList.contains('swiper-slide-visible') && !shown.has(key);
    if (isVisible) shown.add(key);
    slide.inert = !isVisible;
  }
}

function showAll(slides: HTMLElement[]): void {
  for (const slide of slides) slide.inert = false;
}
