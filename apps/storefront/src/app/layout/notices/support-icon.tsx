import { MessageCircleQuestion } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../shop/paths.ts';
import screen from '../../../ui/layout/screen.module.css';
import styles from './support-icon.module.css';

/** The page counts as still this long after its last movement. */
const AT_REST_MS = 200;
/** Controls also appear in a still page: a slider's with its script. */
const LOOKS_EVERY_MS = 1000;
/** Points across the icon, closer together than the smallest control is wide. */
const SHARES = [0.02, 0.34, 0.66, 0.98];
/** Between the icon and the control that it moved away from. */
const GAP_PX = 4;
const KEPT_FREE = `a, button, input, select, textarea, summary, label, .${screen.screen} :is(h1, p)`;

/**
 * Always visible, above any bar at the lower edge. If it would cover a control of a still page it moves up to the next free place (design,
 * A.37), and so it does from the words of a page that says one thing.
 */
export function SupportIcon() {
  const link = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const stand = link.current?.parentElement;
      if (!link.current || !stand) return;
      // A bar has just appeared or disappeared, and the icon is moving.
      if (stand.getAnimations().length > 0) return lookAtRest();
      link.current.style.setProperty('--rise', `${riseToFreePlace(stand.getBoundingClientRect())}px`);
      // For browser tests, which wait until it covers nothing.
      link.current.dataset.rests = '';
    };
    const lookAtRest = () => {
      clearTimeout(timer);
      timer = setTimeout(look, AT_REST_MS);
    };
    const follow = () => {
      delete link.current?.dataset.rests;
      lookAtRest();
    };
    const sizes = new ResizeObserver(lookAtRest);
    sizes.observe(document.body);
    const looking = setInterval(() => timer === undefined && look(), LOOKS_EVERY_MS);
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', lookAtRest);
    return () => {
      clearTimeout(timer);
      clearInterval(looking);
      sizes.disconnect();
      window.removeEventListener('scroll', follow);
      window.removeEventListener('resize', lookAtRest);
    };
  }, []);

  return (
    <aside aria-label="Support" className={styles.stand}>
      <Link ref={link} to={paths.contact} className={styles.icon} aria-label="Contact support">
        <MessageCircleQuestion size={24} aria-hidden="true" />
      </Link>
    </aside>
  );
}

/** How many px above its default position the icon covers no control; 0 if there is no such position below the header. */
function riseToFreePlace({ left, top, width, height }: DOMRect): number {
  const highest = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  let at = top;
  while (at > highest) {
    const controlTop = topOfControlUnder(new DOMRect(left, at, width, height));
    if (controlTop === undefined) return Math.ceil(top - at);
    at = Math.floor(controlTop) - height - GAP_PX;
  }
  return 0;
}

/** Where the highest control under the box begins; undefined where there is none. The icon itself does not count. */
function topOfControlUnder({ left, right, top, bottom, width }: DOMRect): number | undefined {
  const tops = SHARES.flatMap((x) => SHARES.map((y) => document.elementsFromPoint(left + width * x, top + width * y)))
    .flat()
    .flatMap((element) => {
      const control = element.closest(KEPT_FREE);
      if (!control || control.closest(`.${styles.stand}`)) return [];
      // A card's link covers the whole card: only its text counts.
      const box = control.getBoundingClientRect();
      return box.left < right && box.right > left && box.top < bottom && box.bottom > top ? [box.top] : [];
    });
  return tops.length > 0 ? Math.min(...tops) : undefined;
}
