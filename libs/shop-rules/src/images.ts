/** Widths in pixels that the API serves. Covers are 3:4, screenshots 16:9. */
export const COVER_WIDTHS = [80, 160, 320, 480, 640] as const;
export const SCREENSHOT_WIDTHS = [320, 640, 960, 1280] as const;

/** The same picture in another width: `images/{id}-320.webp` becomes `images/{id}-640.webp`. Other addresses stay as they are. */
export function imageAtWidth(path: string, width: number): string {
  return path.replace(/(\/|^)(images\/[0-9a-f]+)-\d+(\.[a-z]+)$/, `$1$2-${width}$3`);
}
