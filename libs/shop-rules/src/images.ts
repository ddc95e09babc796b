/** Widths in pixels that the API serves. Covers are 3:4, screenshots 16:9. */
export const COVER_WIDTHS = [80, 160, 320, 480, 640] as const;
export const SCREENSHOT_WIDTHS = [320, 640, 960, 1280] as const;

/** The same picture in another width: `images/{id}-320.webp` becomes `images/{id}-640.webp`. Other addresses stay as they are. */
export function imageAtWidth(path: string, width: number): string {
  return path.replace(/(\/|^)(images\/[0-9a-f]+)-\d+(\.[a-z]+)$/, `$1$2-${width}$3`);
}

/** Address of a picture in the width that is needed; a path is one of the API. */
export function pictureAddress(path: string, width: number, apiOrigin: string): string {
  const sized = imageAtWidth(path, width);
  return /^https?:\/\//.test(sized) ? sized : `${apiOrigin}/${sized.replace(/^\//, '')}`;
}

/** The `sizes` of the largest picture of a first view, on home, in lists and of a product: where the server asks for one early, the page must want the same one. */
export const HERO_SIZES =
  '(min-width: 970px) calc((min(max(92vw, 100vw - 96px), 1720px) - 96px) / 5), (min-width: 500px) calc((92vw - 40px) / 3), min(66vw, 300px)';
const NARROW_CARD_SIZES = '(min-width: 1000px) calc((92vw - 292px) / 4), (min-width: 740px) calc((92vw - 48px) / 4), 46vw';
/** A card in a list, which has as many columns as divide its page where there is room: 10 results of a search stand in two rows of five. */
export const cardSizes = (pageSize: number) =>
  isOfFives(pageSize)
    ? `(min-width: 1320px) calc((min(100vw - 96px, 1720px) - 360px) / 5), ${NARROW_CARD_SIZES}`
    : `(min-width: 1800px) calc((min(100vw - 96px, 1720px) - 408px) / 8), (min-width: 1320px) calc((100vw - 440px) / 4), ${NARROW_CARD_SIZES}`;
export const isOfFives = (pageSize: number) => pageSize % 5 === 0;
export const PRODUCT_COVER_SIZES = '(min-width: 1320px) 360px, (min-width: 768px) 280px, min(62vw, 320px)';
