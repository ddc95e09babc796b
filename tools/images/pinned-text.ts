/** Base images in a Dockerfile (`FROM node:24-slim`) or a Compose file (`image: postgres:18`), with the digest that pins them, if any. */
const IMAGE = /^(FROM |\s*image: )([a-z][\w./-]*:[\w.-]+)(@sha256:[0-9a-f]{64})?(?=\s|$)/gm;

/** The images that a file names with a tag, each once. Stages of the file itself and the image that is built here have none. */
export function imagesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(IMAGE), ([, , image = '']) => image))];
}

/** The file with each image at its digest, in place of an older one. @throws Error where an image has none in `digests` */
export function pinnedText(text: string, digests: ReadonlyMap<string, string>): string {
  return text.replaceAll(IMAGE, (_all, before: string, image: string) => {
    const digest = digests.get(image);
    if (digest === undefined || !/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${image} has no digest.`);
    return `${before}${image}@${digest}`;
  });
}
