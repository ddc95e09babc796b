import type { ActivationGuide } from '@keyturn/shop-rules';
import styles from './guide-steps.module.css';

export function guideTitle({ platform }: ActivationGuide): string {
  return `Activate on ${platform}`;
}

/** The steps of a guide, numbered. */
export function GuideSteps({ of: { steps } }: { of: ActivationGuide }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
