import { useEffect, useState } from 'react';

/** False at first, true once `ms` have passed: for words that should come only when waiting takes long. */
export function useLate(ms: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLate;
}
