import { SCREENSHOT_WIDTHS } from '@keyturn/shop-rules';
import styles from './html-text.module.css';
import { pictureSet, pictureUrl } from '../product/product.ts';

const SIZES = '(min-width: 800px) 720px, 92vw';
/** As the API writes a picture into a text: with its size, loaded lazily. */
const PICTURE = /<img src="(images\/[0-9a-f]{32}-\d+\.webp)"/g;

/** HTML that the server has sanitised on its way in. Its pictures are paths on the API's host. */
export function HtmlText({ html }: { html: string }) {
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: withPictures(html) }} />;
}

function withPictures(html: string): string {
  return html.replace(PICTURE, (_start, path: string) => {
    const addresses = `src="${pictureUrl(path, 960)}" srcset="${pictureSet(path, SCREENSHOT_WIDTHS)}"`;
    return `<img ${addresses} sizes="${SIZES}" decoding="async"`;
  });
}
