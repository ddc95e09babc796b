import { type CartLine, countItems, pageHeads } from '@keyturn/shop-rules';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { usePageHead } from '../../shop/head/page-head.ts';
import { lineRemoved, quantityChanged, removalUndone } from '../../shop/cart/cart-slice.ts';
import { paths } from '../../shop/paths.ts';
import { useShop, useShopDispatch } from '../../shop/shop-state.ts';
import { announce } from '../../ui/feedback/announcer.tsx';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { Empty } from '../../ui/feedback/states.tsx';
import { ActivationWarning } from './activation-warning.tsx';
import { CartLineRow } from './cart-line-row.tsx';
import styles from './cart-page.module.css';
import { CartSummary } from './cart-summary.tsx';
import { useActivations } from './use-activations.ts';

const UNDO_MS = 6000;

interface Removed {
  line: CartLine;
  position: number;
}

export function CartPage() {
  usePageHead(pageHeads.cart);
  const lines = useShop((state) => state.cart.lines);
  const activations = useActivations(lines);
  const dispatch = useShopDispatch();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [removed, setRemoved] = useState<Removed | null>(null);

  useEffect(() => {
    if (!removed) return;
    const timer = setTimeout(() => setRemoved(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [removed]);

  const remove = (line: CartLine, position: number) => {
    dispatch(lineRemoved(line.item._id));
    setRemoved({ line, position });
    announce(`${line.item.name} removed`);
    focusLine(position);
  };

  // The pressed button is removed: the focus moves to the button of the next line, or to the heading.
  const focusLine = (position: number) =>
    requestAnimationFrame(() => {
      const next = list.current?.querySelectorAll<HTMLButtonElement>('button[data-remove]')[position];
      (next ?? heading.current)?.focus();
    });

  return (
    <div className={`page ${styles.cart}`}>
      <h1 tabIndex={-1} ref={heading}>
        Your cart {lines.length > 0 && <span className={styles.count}>{countItems(lines)}</span>}
      </h1>
      {removed && (
        <p className={styles.undo}>
          <span>Removed {removed.line.item.name}.</span>
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              dispatch(removalUndone(removed));
              setRemoved(null);
              announce(`${removed.line.item.name} is back`);
              focusLine(removed.position);
            }}
          >
            Undo
          </Button>
        </p>
      )}
      {lines.length === 0 ? (
        <Empty title="You Cart Is Empty !">
          <Link to={paths.home} className={buttonClass()}>
            Browse games
          </Link>
        </Empty>
      ) : (
        <div className={styles.columns}>
          <ul ref={list} className={styles.lines} aria-label="Items in your cart">
            {lines.map((line, position) => (
              <CartLineRow
                key={line.item._id}
                line={line}
                warning={<ActivationWarning line={activations.of.get(line.item._id)} country={activations.country} />}
                onQuantity={(quantity) => dispatch(quantityChanged({ id: line.item._id, quantity }))}
                onRemove={() => remove(line, position)}
              />
            ))}
          </ul>
          <CartSummary lines={lines} />
        </div>
      )}
    </div>
  );
}
