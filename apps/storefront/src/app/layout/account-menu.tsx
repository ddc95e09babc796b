import { LogOut, User } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../shop/paths.ts';
import { forgetSession, sessionEnded } from '../../shop/session-slice.ts';
import { useShop, useShopDispatch } from '../../shop/shop-state.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import styles from './account-menu.module.css';
import header from './header.module.css';

/** Visitors sign in here; who is logged in sees the name and the way out. The menu is a native popover. */
export function AccountMenu() {
  const { isLoggedIn, username } = useShop((state) => state.session);
  const dispatch = useShopDispatch();

  const logOut = () => {
    forgetSession();
    dispatch(sessionEnded());
    window.location.assign(paths.home);
  };

  return (
    <div className={styles.anchor}>
      <button
        type="button"
        className={header.icon}
        popoverTarget="account-menu"
        aria-label={isLoggedIn ? `Account of ${username}` : 'Account'}
      >
        {isLoggedIn && username !== '' ? (
          <span className={styles.avatar} aria-hidden="true">
            {[...username][0]?.toUpperCase()}
          </span>
        ) : (
          <User size={22} aria-hidden="true" />
        )}
      </button>
      <div id="account-menu" popover="auto" className={styles.menu}>
        <h2>Welcome !</h2>
        {isLoggedIn ? (
          <>
            <p>Signed in as {username}</p>
            <Button variant="secondary" isWide onClick={logOut}>
              <LogOut size={18} aria-hidden="true" /> Logout
            </Button>
          </>
        ) : (
          <>
            <p>Your orders and keys, all in one place.</p>
            <Link
              to={paths.login}
              className={buttonClass({ isWide: true })}
              onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
            >
              Sign in
            </Link>
          </>
        )}
      </div>
    </div>
  );
}
