import { documentTitle, type PageHead } from '@keyturn/shop-rules';
import { useEffect } from 'react';

interface ShownHead extends Omit<PageHead, 'description'> {
  description?: string;
  image?: string;
}

/**
 * Brings the document's head in line with the page. The server has filled the same tags for the first page,
 * so they are changed in place: two titles or two descriptions must never stand side by side.
 * Structured data is the server's alone, and goes with the page that it was sent for (app/page-changes.tsx).
 */
export function usePageHead({ title, description, canonicalPath, image, isPrivate = false }: ShownHead): void {
  useEffect(() => {
    const canonical = isPrivate ? undefined : window.location.origin + (canonicalPath ?? window.location.pathname);
    document.title = documentTitle(title);
    setMeta('name', 'description', description);
    setMeta('name', 'robots', isPrivate ? 'noindex' : undefined);
    setMeta('property', 'og:title', title);
    setMeta('property', 'og:description', description);
    setMeta('property', 'og:url', canonical);
    setMeta('property', 'og:image', image);
    setCanonical(canonical);
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
