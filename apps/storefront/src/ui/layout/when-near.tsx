import { type ReactNode, Suspense, use, useEffect, useMemo, useRef, useState } from 'react';
import { Hydrated } from '../../lib/hydrated.tsx';
import { isSeen } from '../../lib/use-near.ts';
import { useServed } from '../../lib/use-served.ts';

/** It can be seen and followed before, so that this need not be far. */
const NEAR = '300px';

/**
 * A block below the first view. Where the server has rendered it, it stands there as HTML, with words to be found and links that lead
 * on, and comes to life when it comes near the view: a phone has nothing to do for what nobody sees. Nothing moves meanwhile.
 * Anywhere else it is there at once. `room` is a class that lets the browser leave out what is far, and says how much room it takes.
 */
export function WhenNear({ room, children }: { room?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [wasServed] = useState(useServed());
  const [isFar, setFar] = useState(wasServed);
  const [coming] = useState(newArrival);

  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver((entries) => isSeen(entries) && coming.announce(), { rootMargin: NEAR });
    observer.observe(place.current);
    void coming.arrived.then(() => {
      observer.disconnect();
      setFar(false);
    });
    return () => observer.disconnect();
  }, [coming]);

  // The same element for the same children: React would draw what it cannot take over yet anew.
  const inside = useMemo(
    () => (
      <Suspense>
        <Held until={coming.arrived}>
          <Hydrated part={() => place.current} />
          {children}
        </Held>
      </Suspense>
    ),
    [coming, children],
  );
  return (
    <div ref={place} className={isFar ? room : undefined} data-far={isFar || undefined} data-hydrates={wasServed || undefined}>
      {inside}
    </div>
  );
}

/** `Promise.withResolvers`, which browsers of two years ago lack. */
function newArrival() {
  let announce: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (announce = resolve));
  return { arrived, announce };
}

function Held({ until, children }: { until: Promise<void>; children: ReactNode }) {
  const isServed = useServed();
  // The server has nobody to tell what is near: it renders all of it.
  if (isServed && 'IntersectionObserver' in globalThis) use(until);
  return children;
}
