import { User } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../shop/paths.ts';
import { useShop } from '../../../shop/shop-state.ts';
import { SocialButtons, useSocialProviders } from '../../../shop/session/social-buttons.tsx';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import styles from './account-menu.module.css';
import header from './header.module.css';

/** Visitors sign in here, in a native popover; who is logged in has an avatar that leads to the account. */
export function AccountMenu() {
  const { isLoggedIn, username } = useShop((state) => state.session);
  const [isWanted, setWanted] = useState(false);
  const { providers, isLoading } = useSocialProviders({ isWanted: isWanted && !isLoggedIn });
  // Fetched just before the menu opens, and not otherwise.
  const want = () => setWanted(true);

  if (isLoggedIn) {
    return (
      <Link to={paths.account} className={header.icon} aria-label={username === '' ? 'Account' : `Account of ${username}`}>
        {username === '' ? (
          <User size={22} aria-hidden="true" />
        ) : (
          <span className={styles.avatar} aria-hidden="true">
            {[...username][0]?.toUpperCase()}
          </span>
        )}
      </Link>
    );
  }

  return (
    <div>
      <button
        type="button"
        className={header.icon}
        popoverTarget="account-menu"
        aria-label="Account"
        onPointerEnter={want}
        onFocus={want}
        onClick={want}
      >
        <User size={22} aria-hidden="true" />
      </button>
      <div
        id="account-menu"
        popover="auto"
        className={styles.menu}
        role="dialog"
        aria-labelledby="account-menu-title"
        onClick={closeOnLink}
      >
        <h2 id="account-menu-title">Welcome !</h2>
        <p className={styles.intro}>Your orders and keys, all in one place.</p>
        <div className={isLoading ? styles.pending : undefined}>
          <div className={styles.ways}>
            <SocialButtons providers={providers} />
            <Link to={paths.login} className={buttonClass({ isWide: true })}>
              Sign in
            </Link>
          </div>
          <p className={styles.signUp}>
            don't have an account ? <Link to={paths.signup}>Sign Up</Link>
          </p>
        </div>
      </div>
    </div>
  );
}

function closeOnLink(event: MouseEvent<HTMLElement>) {
  if (event.target instanceof Element && event.target.closest('a')) event.currentTarget.hidePopover();
}
