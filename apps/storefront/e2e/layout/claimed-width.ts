import type { Locator } from '@playwright/test';

/** How wide a picture is by its `sizes`, before anything is laid out, and how many times its real width that is. */
export function claimedWidth(picture: Locator): Promise<number> {
  return picture.evaluate((img: HTMLImageElement) => {
    const candidates = img.sizes.split(/,\s*(?![^()]*\))/).map((part) => {
      const [, media = 'all', width = part] = /^(\([a-z-]+: [^)]*\)(?: and \([a-z-]+: [^)]*\))*) (.+)$/.exec(part) ?? [];
      return { media, width };
    });
    const probe = document.createElement('div');
    probe.style.width = candidates.find(({ media }) => matchMedia(media).matches)?.width ?? '';
    document.body.append(probe);
    const claimed = probe.getBoundingClientRect().width;
    probe.remove();
    // Of its own size: a slide beside the centred one is drawn smaller.
    return claimed / img.offsetWidth;
  });
}
