import { SocialButtons, useSocialProviders } from '../../shop/session/social-buttons.tsx';
import styles from './auth-form.module.css';

/** The other ways in, at the end of the page and with room of their own: nothing moves when they come. */
export function SocialWays() {
  const { providers } = useSocialProviders();
  return (
    <div className={styles.ways}>
      {providers.length > 0 && (
        <>
          <p className={styles.or}>or</p>
          <SocialButtons providers={providers} />
        </>
      )}
    </div>
  );
}
