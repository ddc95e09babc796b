import type { DescriptionBlock } from '@keyturn/api-client';
import { HtmlText } from '../../shop/html-text.tsx';
import { pictureUrl } from '../../shop/product.ts';
import styles from './software-description.module.css';

/** Software describes itself in blocks: paragraphs, or a picture beside a paragraph. */
export function SoftwareDescription({ blocks }: { blocks: readonly DescriptionBlock[] }) {
  if (blocks.length === 0) return null;
  return (
    <section className={styles.blocks} aria-label="Description">
      {blocks.map((block) => (
        <div
          key={block.shortTitle + block.shortDesc}
          className={styles.block}
          data-picture={block.typeDesc === 'Paragraph' ? undefined : block.postionImage || 'left'}
        >
          {block.typeDesc !== 'Paragraph' && block.image && (
            <img src={pictureUrl(block.image, 640)} width={640} height={360} alt="" loading="lazy" />
          )}
          <div>
            {block.shortTitle && <h2>{block.shortTitle}</h2>}
            <HtmlText html={block.shortDesc} />
          </div>
        </div>
      ))}
    </section>
  );
}
