import { MessageCircleQuestion } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shop/paths.ts';
import styles from './support-icon.module.css';

/** So long after its last movement the page stands still. */
const AT_REST_MS = 200;
/** Controls also come and go in a page that stands still: a slider's with its script. */
const LOOKS_EVERY_MS = 1000;
/** Points across the icon, closer together than the smallest control is wide. */
const SHARES = [0.02, 0.34, 0.66, 0.98];

/**
 * Always at hand, above whatever bar stands at the lower edge. It steps aside while the page is scrolled, and where it would lie on a
 * control (design, A.37); the focus of a keyboard brings it back.
 */
export function SupportIcon() {
  const link = useRef<HTMLAnchorElement>(null);
  const [isAside, setAside] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      setAside(link.current !== null && liesOnControl(link.current));
    };
    const lookAtRest = () => {
      clearTimeout(timer);
      timer = setTimeout(look, AT_REST_MS);
    };
    const follow = () => {
      setAside(true);
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
    <aside aria-label="Support">
      <Link ref={link} to={paths.contact} className={styles.icon} aria-label="Contact support" data-aside={isAside ? '' : undefined}>
        <MessageCircleQuestion size={24} aria-hidden="true" />
      </Link>
    </aside>
  );
}

function liesOnControl(icon: HTMLElement): boolean {
  const { left, top, width, height } = icon.getBoundingClientRect();
  const isUnder = (element: Element) => {
    const control = element.closest('a, button, input, select, textarea, summary, label');
    if (!control || icon.contains(control)) return false;
    // A card's link takes clicks on the whole card: only its words count.
    const box = control.getBoundingClientRect();
    return box.left < left + width && box.right > left && box.top < top + height && box.bottom > top;
  };
  return SHARES.some((x) =>
    SHARES.some((y) => document.elementsFromPoint(left + width * x, top + height * y).some((element) => isUnder(element))),
  );
}
