import { SocialButtons, useSocialProviders } from '../../shop/session/social-buttons.tsx';
import styles from './auth-form.module.css';

/** The social logins, at the end of the page with reserved space: nothing moves when they appear. */
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
