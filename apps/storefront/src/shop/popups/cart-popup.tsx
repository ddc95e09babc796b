import { chargedMinor, countItems, formatMoney } from '@keyturn/shop-rules';
import { CircleCheck } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './cart-popup.module.css';
import { linePrice } from '../cart/cart-slice.ts';
import { Cover } from '../product/cover.tsx';
import { paths } from '../paths.ts';
import { useShop } from '../shop-state.ts';

/** Shows what was added to the cart, with two links to continue. */
export function CartPopup({ addedId, onClose }: { addedId: string | null; onClose: () => void }) {
  const lines = useShop((state) => state.cart.lines);
  const currency = useShop((state) => state.currency.chosen);
  const navigate = useNavigate();
  const line = lines.find((candidate) => candidate.item._id === addedId);
  const count = countItems(lines);

  return (
    <Dialog isOpen={addedId !== null && line !== undefined} onClose={onClose} labelledBy="cart-popup-title">
      {line && (
        <div className={styles.popup}>
          <p id="cart-popup-title" className={styles.title}>
            <CircleCheck size={22} aria-hidden="true" /> Added to cart
          </p>
          <div className={styles.line}>
            <Cover path={line.item.mainImage} name={line.item.name} sizes="64px" className={styles.cover} />
            <div>
              <p className={styles.name}>{line.item.name}</p>
              <p className={styles.price}>{formatMoney(chargedMinor(linePrice(line, currency)), linePrice(line, currency).currency)}</p>
            </div>
          </div>
          <p className={styles.count}>You have {count} items in your cart</p>
          <div className={styles.ways}>
            <Button variant="secondary" onClick={onClose}>
              Continue shopping
            </Button>
            <Button
              onClick={() => {
                onClose();
                void navigate(paths.cart);
              }}
            >
              View cart
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
