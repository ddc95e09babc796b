import { useEffect } from 'react';

export interface PageHead {
  title: string;
  description?: string;
  /** Path of the page's one right address; the address bar's path where absent. */
  canonicalPath?: string;
  image?: string;
  /** Pages that belong to one visitor (cart, checkout, …) stay out of search engines. */
  isPrivate?: boolean;
}

const SHOP = 'Keyturn';

/**
 * Brings the document's head in line with the page. The server has filled the same tags for the first page,
 * so they are changed in place: two titles or two descriptions must never stand side by side.
 */
export function usePageHead({ title, description, canonicalPath, image, isPrivate = false }: PageHead): void {
  useEffect(() => {
    document.title = title === SHOP ? title : `${title} | ${SHOP}`;
    setMeta('name', 'description', description);
    setMeta('name', 'robots', isPrivate ? 'noindex' : undefined);
    setMeta('property', 'og:title', title);
    setMeta('property', 'og:description', description);
    setMeta('property', 'og:image', image);
    setCanonical(isPrivate ? undefined : window.location.origin + (canonicalPath ?? window.location.pathname));
    return () => {
      document.head.querySelectorAll('script[type="application/ld+json"]').forEach((script) => script.remove());
    };
  }, [title, description, canonicalPath, image, isPrivate]);
}

function setMeta(kind: 'name' | 'property', key: string, content: string | undefined): void {
  const existing = document.head.querySelector(`meta[${kind}="${key}"]`);
  if (content === undefined) return existing?.remove();
  const meta = existing ?? document.head.appendChild(document.createElement('meta'));
  meta.setAttribute(kind, key);
  meta.setAttribute('content', content);
}

function setCanonical(href: string | undefined): void {
  const existing = document.head.querySelector('link[rel="canonical"]');
  if (href === undefined) return existing?.remove();
  const link = existing ?? document.head.appendChild(document.createElement('link'));
  link.setAttribute('rel', 'canonical');
  link.setAttribute('href', href);
}
