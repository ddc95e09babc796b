import { findPlatform, type PageHead, pageHeads } from '@keyturn/shop-rules';
import type { ApiAnswer } from '../api/api-reader.ts';
import { blogAnswer, contactAnswer, guideAnswer, infoAnswer, postAnswer } from './content-answers.ts';
import { homeAnswer } from './home-answer.ts';
import { allGamesAnswer, platformAnswer, searchAnswer, softwareListAnswer } from './list-answers.ts';
import { inTime } from '../api/in-time.ts';
import { chunks, generalAnswer, NOT_FOUND, type PageAnswer, type PageContext, servedOf } from './page-answer.ts';
import { gameAnswer, softwareAnswer } from './product-answers.ts';

type Answerer = (context: PageContext, parameter: string) => PageAnswer | Promise<PageAnswer>;

const plainPage =
  (tags: PageHead, chunk: string): Answerer =>
  () => ({ status: 200, tags, chunk });

/** Opened by a link of a mail: its URL is a secret. */
const secretPage =
  (tags: PageHead, chunk: string): Answerer =>
  () => ({ status: 200, tags, chunk, hasSecretAddress: true });

const pages: readonly [RegExp, Answerer][] = [
  [/^\/home$/, homeAnswer],
  [/^\/product\/([^/]+)$/, gameAnswer],
  [/^\/software\/([^/]+)$/, softwareAnswer],
  [/^\/products\/([^/]+)$/, platformAnswer],
  [/^\/softwares$/, softwareListAnswer],
  [/^\/game-list-filtred$/, allGamesAnswer],
  [/^\/guide$/, guideAnswer],
  [/^\/about(?:\/([^/]+))?$/, infoAnswer],
  [/^\/contact$/, contactAnswer],
  [/^\/blogs$/, blogAnswer],
  [/^\/blog\/([^/]+)$/, postAnswer],
  [/^\/search\/([^/]+)$/, searchAnswer],
  [/^\/my-cart$/, plainPage(pageHeads.cart, chunks.cart)],
  [/^\/checkout$/, plainPage(pageHeads.checkout, chunks.checkout)],
  [/^\/success$/, plainPage(pageHeads.success, chunks.success)],
  [/^\/newsletter\/confirm\/([^/]+)$/, secretPage(pageHeads.newsletter, chunks.newsletter)],
  [/^\/newsletter\/unsubscribe\/([^/]+)$/, secretPage(pageHeads.newsletterEnd, chunks.newsletter)],
  [/^\/privacy\/data$/, plainPage(pageHeads.personalData, chunks.privacy)],
  [/^\/privacy\/data\/([^/]+)$/, secretPage(pageHeads.personalData, chunks.privacy)],
  [/^\/privacy\/close\/([^/]+)$/, secretPage(pageHeads.closeAccount, chunks.privacy)],
  [/^\/order\/guest\/([^/]+)$/, secretPage(pageHeads.guestOrder, chunks.guestOrder)],
  [/^\/auth\/signup$/, plainPage(pageHeads.signup, chunks.auth)],
  [/^\/auth\/forgot$/, plainPage(pageHeads.forgot, chunks.auth)],
  [/^\/auth\/reset\/([^/]+)$/, secretPage(pageHeads.reset, chunks.auth)],
  [/^\/auth\/verify\/([^/]+)$/, secretPage(pageHeads.verify, chunks.auth)],
  // For other kinds the page redirects to home.
  [/^\/auth\/[^/]+$/, plainPage(pageHeads.login, chunks.auth)],
  [/^\/account\/favs$/, plainPage(pageHeads.wishlist, chunks.account)],
  [/^\/account\/orders$/, plainPage(pageHeads.orders, chunks.account)],
  [/^\/account(?:\/[^/]+)?$/, plainPage(pageHeads.account, chunks.account)],
];

/**
 * The right address of a page that was asked for with a slash at its end, or with its fixed words or its platform in another letter case:
 * a browser shows such a page, so it must not answer 404. Null if it is correct.
 */
export function rightPath(path: string): string | null {
  const right = inRightPlatform(inRightWords(path));
  return right === path ? null : right;
}

/** A wrong letter case of a platform redirects. */
function inRightPlatform(path: string): string {
  const typed = decode(/^\/products\/([^/]+)$/.exec(path)?.[1] ?? '');
  const platform = findPlatform(typed ?? '');
  return platform === null || platform === typed ? path : (pageHeads.platform(platform).canonicalPath ?? path);
}

function inRightWords(path: string): string {
  if (pages.some(([pattern]) => pattern.test(path))) return path;
  const bare = path.replace(/\/$/, '');
  for (const [pattern] of pages) {
    const match = new RegExp(pattern, 'i').exec(bare);
    if (!match) continue;
    const parameter = match[1] ?? '';
    return bare.slice(0, bare.length - parameter.length).toLowerCase() + parameter;
  }
  return path;
}

/** How long a page waits for the API. */
const PATIENCE_MS = 2000;

/**
 * Status, head and text of a page. Without an API answer in time, or with one that is not as expected, the page lacks details, but is served.
 */
export async function answerPage(context: PageContext): Promise<PageAnswer> {
  for (const [pattern, answer] of pages) {
    const match = pattern.exec(context.path);
    if (!match) continue;
    const parameter = decode(match[1] ?? '');
    if (parameter === null) return NOT_FOUND;
    let isPlain = false;
    const api: PageContext['api'] = {
      read: async (request) => {
        const read = await context.api.read(request);
        if (read.kind === 'silent') isPlain = true;
        return read;
      },
    };
    const page = withFooter({ ...context, api }, answer, parameter).catch((error: unknown) => {
      // The address may hold personal data: it is not logged.
      console.error(`A page of ${String(pattern)} could not be made:`, error);
      return null;
    });
    const made = await inTime(page, PATIENCE_MS);
    if (made === null) return { ...generalAnswer(), isPlain: true };
    return isPlain ? { ...made, isPlain } : made;
  }
  return NOT_FOUND;
}

/** The footer of every page links to the shop's own pages: they are fetched with every page. */
async function withFooter(context: PageContext, answer: Answerer, parameter: string): Promise<PageAnswer> {
  let asked: Promise<ApiAnswer> | undefined;
  const footer = () => (asked ??= context.api.read({ path: '/pages/pages' }));
  const api: PageContext['api'] = {
    read(request) {
      void footer();
      return context.api.read(request);
    },
  };
  const page = await answer({ ...context, api }, parameter);
  if (!page.view) return page;
  const { url, answers } = page.view;
  return { ...page, view: { url, answers: [...answers, ...servedOf({ endpointName: 'listPages', arg: undefined }, await footer())] } };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
