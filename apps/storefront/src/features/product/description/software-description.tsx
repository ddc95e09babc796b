import type { DescriptionBlock } from '@keyturn/api-client';
import { HtmlText } from '../../../shop/content/html-text.tsx';
import { Picture } from '../../../shop/product/picture.tsx';
import styles from './software-description.module.css';

const SIZES = '(min-width: 1320px) calc((min(100vw - 96px, 1720px) - 844px) / 2), (min-width: 768px) 45vw, 92vw';

/** Software describes itself in blocks: paragraphs, or a picture beside a paragraph. */
export function SoftwareDescription({ blocks }: { blocks: readonly DescriptionBlock[] }) {
  if (blocks.length === 0) return null;
  return (
    <section className={styles.blocks} aria-label="In detail">
      {blocks.map((block) => (
        <div
          key={block.shortTitle + block.shortDesc}
          className={styles.block}
          data-picture={hasPicture(block) ? block.postionImage || 'left' : undefined}
        >
          {hasPicture(block) && <Picture path={block.image} shape="wide" sizes={SIZES} className={styles.picture} />}
          <div>
            {block.shortTitle && <h2>{block.shortTitle}</h2>}
            <HtmlText html={block.shortDesc} />
          </div>
        </div>
      ))}
    </section>
  );
}

function hasPicture(block: DescriptionBlock): block is DescriptionBlock & { image: string } {
  return block.typeDesc !== 'Paragraph' && Boolean(block.image);
}
