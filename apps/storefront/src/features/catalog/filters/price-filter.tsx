import { CURRENCY_SYMBOLS, MOST_FILTER_PRICE, pricesDisagree } from '@keyturn/shop-rules';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { useCurrency } from '../../../shop/shop-state.ts';
import { useServed } from '../../../lib/use-served.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import styles from './list-filters.module.css';
import { checkRange, type TypedRange, typedRange } from './price-range.ts';
import { useListAddress } from '../use-list-address.ts';

type Limits = { minPrice: number | null; maxPrice: number | null };
const keyOf = ({ minPrice, maxPrice }: Limits) => `${minPrice}-${maxPrice}`;

/** From and To, applied on Enter, on leaving an input and by the button. `onProblem` gets whether the range is valid. */
export function PriceFilter({ onProblem }: { onProblem?: (hasProblem: boolean) => void }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const symbol = CURRENCY_SYMBOLS[useCurrency()];
  const { query, change } = useListAddress();
  const [typed, setTyped] = useState<TypedRange>(typedRange(query));
  const [hasProblem, setHasProblem] = useState(pricesDisagree(query));

  // The inputs follow the URL (Back, a removed chip), but not the echo of their own change: more may be typed by then.
  const current = keyOf(query);
  const [seen, setSeen] = useState(current);
  const [sent, setSent] = useState(current);
  if (current !== seen) {
    setSeen(current);
    if (current !== sent) {
      setSent(current);
      setTyped(typedRange(query));
      setHasProblem(pricesDisagree(query));
    }
  }

  const apply = (given = typed) => {
    const range = checkRange(given);
    setHasProblem(range.problem !== null);
    onProblem?.(range.problem !== null);
    if (range.problem !== null) return;
    setTyped(typedRange(range));
    if (keyOf(range) === sent) return;
    setSent(keyOf(range));
    change({ minPrice: range.minPrice?.toString() ?? null, maxPrice: range.maxPrice?.toString() ?? null });
  };

  // Text typed before this script was loaded, with an Enter that had no handler.
  const takeOver = useEffectEvent(() => {
    const [from = '', to = ''] = [...(form.current?.querySelectorAll('input') ?? [])].map(({ value }) => value);
    if (from === typed.from && to === typed.to) return;
    setTyped({ from, to });
    apply({ from, to });
  });
  useEffect(() => takeOver(), []);

  const input = (name: keyof TypedRange, label: string, least: number, placeholder: string) => (
    <div className={styles.price}>
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <div className={classNames(styles.amount, symbol === CURRENCY_SYMBOLS.Pln && styles.after)}>
        <input
          id={`${id}-${name}`}
          type="number"
          inputMode="decimal"
          min={least}
          max={MOST_FILTER_PRICE}
          step={10}
          placeholder={placeholder}
          autoComplete="off"
          value={typed[name]}
          aria-invalid={hasProblem || undefined}
          aria-describedby={hasProblem ? `${id}-problem` : undefined}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          onBlur={() => apply()}
        />
        <span aria-hidden="true">{symbol}</span>
      </div>
    </div>
  );

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        apply();
      }}
    >
      <fieldset className={styles.group}>
        <legend>Price</legend>
        <div className={styles.prices}>
          {input('from', 'From', 0, '0')}
          {input('to', 'To', 10, '1000')}
          <Button type="submit" variant="secondary" className={styles.apply} disabled={useServed()}>
            Apply
          </Button>
        </div>
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {hasProblem && 'please verify'}
        </p>
      </fieldset>
    </form>
  );
}
