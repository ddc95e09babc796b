import { useLayoutEffect, useRef, useState } from 'react';
import { HtmlText } from '../../shop/html-text.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './description.module.css';

/** Twelve lines at first, with "Read more" only where there is more. */
export function Description({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  const [isOpen, setOpen] = useState(false);

  useLayoutEffect(() => {
    const element = text.current;
    if (element) setHasMore(element.scrollHeight > element.clientHeight + 24);
  }, [html]);

  return (
    <section aria-labelledby="description">
      <h2 id="description" className={styles.heading}>
        Description
      </h2>
      <div ref={text} className={styles.text} data-cut={!isOpen} data-more={hasMore && !isOpen}>
        <HtmlText html={html} />
      </div>
      {hasMore && (
        <Button variant="secondary" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Read less' : 'Read more'}
        </Button>
      )}
    </section>
  );
}
