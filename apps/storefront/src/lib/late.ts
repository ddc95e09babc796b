import { useEffect, useState } from 'react';

/** False at first, true once `ms` have passed: for messages after a long wait. */
export function useLate(ms: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLate;
}
