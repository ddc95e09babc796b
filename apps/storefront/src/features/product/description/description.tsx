import { useEffect, useRef, useState } from 'react';
import { HtmlText } from '../../../shop/content/html-text.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import styles from './description.module.css';

/**
 * Twelve lines at first, with "Read more" only where there is more than they and the button take: until the scripts have measured it, the
 * text fills the place of the button, and what is below stays where it is.
 */
export function Description({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  const [isOpen, setOpen] = useState(false);

  // Measured again when its width changes, or its pictures load.
  useEffect(() => {
    const element = box.current;
    if (!element || !text.current || isOpen) return;
    const observer = new ResizeObserver(() => setHasMore(element.scrollHeight > element.clientHeight + 1));
    observer.observe(text.current);
    return () => observer.disconnect();
  }, [isOpen]);

  return (
    <section aria-labelledby="description">
      <h2 id="description" className={styles.heading}>
        Description
      </h2>
      <div className={styles.room} data-cut={!isOpen}>
        {/* A focused link in the hidden part opens it: the focus is always visible. */}
        <div ref={box} className={styles.text} data-more={hasMore && !isOpen} onFocus={() => hasMore && setOpen(true)}>
          <div ref={text}>
            <HtmlText html={html} />
          </div>
        </div>
        {hasMore && (
          <Button variant="secondary" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Read less' : 'Read more'}
          </Button>
        )}
      </div>
    </section>
  );
}
