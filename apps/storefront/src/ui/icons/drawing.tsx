import type { SVGProps } from 'react';

/** A drawing of lines, in the colours of its parts' classes. Decoration: words stand beside it. */
export function Drawing(given: SVGProps<SVGSVGElement>) {
  return <svg viewBox="0 0 96 96" fill="none" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" {...given} />;
}
