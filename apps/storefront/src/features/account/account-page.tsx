import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Navigate, NavLink, useLocation, useParams } from 'react-router-dom';
import { paths } from '../../shop/paths.ts';
import { useShop, useShopDispatch } from '../../shop/shop-state.ts';
import styles from './account-page.module.css';
import { logOut } from './log-out.ts';
import { OrdersTab } from './orders-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { WishlistTab } from './wishlist-tab.tsx';

/** Account pages ask visitors to sign in first. */
export function AccountPage() {
  const isLoggedIn = useShop((state) => state.session.isLoggedIn);
  const { pathname } = useLocation();
  const { tab } = useParams();
  if (!isLoggedIn) return <Navigate replace to={paths.login} state={{ from: pathname }} />;
  const Tab = TABS.find(({ name }) => name === tab)?.Page;
  if (!Tab) return <Navigate replace to={paths.account} />;
  return (
    <div className={`page ${styles.account}`}>
      <AccountTabs />
      <div className={styles.content}>
        <Tab />
      </div>
    </div>
  );
}

const TABS = [
  { name: 'info', title: 'My Profile', Page: ProfileTab },
  { name: 'orders', title: 'Orders', Page: OrdersTab },
  { name: 'favs', title: 'Wishlist', Page: WishlistTab },
];

/** The tabs, and the logout among them. */
function AccountTabs() {
  const dispatch = useShopDispatch();
  const [isLeaving, setLeaving] = useState(false);
  const goOut = () => {
    if (isLeaving) return;
    setLeaving(true);
    void logOut(dispatch);
  };
  return (
    <nav aria-label="Account" className={styles.tabs}>
      {TABS.map(({ name, title }) => (
        <NavLink key={name} to={`/account/${name}`}>
          {title}
        </NavLink>
      ))}
      <button type="button" aria-disabled={isLeaving} onClick={goOut}>
        <LogOut size={18} aria-hidden="true" /> Logout
      </button>
    </nav>
  );
}
