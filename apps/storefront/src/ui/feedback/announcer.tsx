import { useSyncExternalStore } from 'react';

let words = '';
const listeners = new Set<() => void>();

/** Says a sentence to screen readers, politely. The same sentence twice in a row is heard twice. */
export function announce(sentence: string): void {
  words = sentence === words ? `${sentence}\u00a0` : sentence;
  listeners.forEach((listener) => listener());
}

/** The one polite live region; it stands in the shell of every page. */
export function Announcer() {
  const sentence = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => words,
    () => '',
  );
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {sentence}
    </p>
  );
}
