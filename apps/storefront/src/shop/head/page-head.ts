import { apiOrigin } from '@keyturn/api-client';
import { documentTitle, HEAD_TAGS, headTags, type PageHead } from '@keyturn/shop-rules';
import { useEffect } from 'react';

/**
 * Updates the document's head. The server has rendered the same tags for the first page, so they are changed in place: there must never be
 * two titles or descriptions. Structured data comes from the server only, and is removed with its page (app/page-changes.tsx).
 */
export function usePageHead(head: PageHead): void {
  // Equal values are the same head.
  const words = JSON.stringify(head);
  useEffect(() => show(JSON.parse(words) as PageHead), [words]);
}

function show(head: PageHead): void {
  document.title = documentTitle(head.title);
  const left = new Map([...document.head.querySelectorAll(HEAD_TAGS)].map((tag) => [nameOf(tag), tag]));
  for (const { element, attributes } of headTags(head, { storefrontOrigin: window.location.origin, apiOrigin: apiOrigin() })) {
    const [name = ''] = Object.values(attributes);
    const tag = left.get(name) ?? document.head.appendChild(document.createElement(element));
    left.delete(name);
    for (const [key, value] of Object.entries(attributes)) tag.setAttribute(key, value);
  }
  left.forEach((tag) => tag.remove());
}

function nameOf(tag: Element): string {
  return tag.getAttribute('property') ?? tag.getAttribute('name') ?? tag.getAttribute('rel') ?? '';
}
