import { activationGuides, pageHeads } from '@keyturn/shop-rules';
import { usePageHead } from '../../shop/head/page-head.ts';
import { GuideSteps, guideTitle } from '../../shop/content/guide-steps.tsx';
import { platformGlyph } from '../../shop/platform/platform-chip.tsx';
import { Glyph } from '../../ui/icons/glyph.tsx';
import styles from './guide-page.module.css';

/** How keys are activated: Steam first and largest, the other platforms, then general notes. Linked from the order mail. */
export function GuidePage() {
  usePageHead(pageHeads.guide);
  return (
    <div className={`page ${styles.page}`}>
      <h1 tabIndex={-1}>Steam activation guide</h1>
      <p className={styles.intro}>
        Your key is in the order e-mail. Copy it from there, then follow the steps of the platform that the product is for.
      </p>
      <div className={styles.guides}>
        {activationGuides().map((guide) => (
          <section key={guide.platform} className={styles.guide} aria-label={guideTitle(guide)}>
            <h2>
              <Glyph name={platformGlyph(guide.platform)} size={24} />
              {guideTitle(guide)}
            </h2>
            <GuideSteps of={guide} />
          </section>
        ))}
      </div>
    </div>
  );
}
