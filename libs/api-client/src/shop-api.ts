import { generatedApi } from './shop-api.gen.ts';
import type { CheckedLineDto, ContactRequest, ProductCard } from './shop-api.gen.ts';

export { apiOrigin } from './base-api.ts';
export { readCookie } from './cookie.ts';
export { renderWithSettings, servedSetting } from './served-settings.ts';
export * from './shop-api.gen.ts';

/** A product as lists carry it: what a card shows and a cart line needs. */
export type ListedProduct = ProductCard;
/** One line of a re-checked cart, and of a 409 of the checkout. */
export type CheckedLine = CheckedLineDto;

/** The shop's calls. Adds what the OpenAPI document cannot express. */
export const shopApi = generatedApi.enhanceEndpoints({
  endpoints: {
    // Stock changes while browsing: a product page opened again refetches.
    getGameByKinguinId: { keepUnusedDataFor: 60 },
    getSoftware: { keepUnusedDataFor: 60 },
    // A form with a file: sent as multipart, not as JSON.
    sendMessage: { query: ({ contactRequest }) => ({ url: '/contact/contacts', method: 'POST', body: formOf(contactRequest) }) },
    // Personal: the next one to log in must not see it.
    getProfile: { keepUnusedDataFor: 0 },
    listOrders: { keepUnusedDataFor: 0 },
    listSessions: { keepUnusedDataFor: 0 },
    listSignIns: { keepUnusedDataFor: 0 },
    listSocialLogins: { keepUnusedDataFor: 0 },
    getStartedOrder: { keepUnusedDataFor: 0 },
  },
});

function formOf({ file, ...fields }: ContactRequest): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  if (file) form.append('file', file);
  return form;
}
