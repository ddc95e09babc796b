import { pageHeads } from '@keyturn/shop-rules';
import { Link } from 'react-router-dom';
import { usePageHead } from './head/page-head.ts';
import { buttonClass } from '../ui/buttons/button.tsx';
import { Drawing } from '../ui/icons/drawing.tsx';
import screen from '../ui/layout/screen.module.css';
import { paths } from './paths.ts';
import styles from './not-found-screen.module.css';

/** "Page Not Found!": for /404, any unknown address, and products that are not there. */
export function NotFoundScreen() {
  usePageHead(pageHeads.notFound);
  return (
    <div className={screen.screen}>
      <Drawing viewBox="0 0 236 90" strokeWidth="7" className={`${screen.drawing} ${styles.drawing}`}>
        <path d="M48 18 20 56h38M48 18v58" />
        <circle className={screen.part} cx="104" cy="46" r="25" />
        <path className={screen.part} d="M129 46h36m-16 0v16m16-16v11" />
        <path d="M216 18 188 56h38m-10-38v58" />
      </Drawing>
      <h1 tabIndex={-1}>Page Not Found!</h1>
      <p>This key fits no door. The page may have moved, or the address has a typing error.</p>
      <Link to={paths.home} className={buttonClass({ size: 'large' })}>
        Back to home
      </Link>
    </div>
  );
}
