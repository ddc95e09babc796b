import { useEffect, useEffectEvent, useState } from 'react';
import { CountrySelect } from '../../../shop/country/country-select.tsx';
import { countryChosen } from '../../../shop/country/country-slice.ts';
import { useCountry } from '../../../shop/country/use-country.ts';
import { useShopDispatch } from '../../../shop/shop-state.ts';
import tick from '../../../ui/forms/tick.module.css';
import { useListAddress } from '../use-list-address.ts';
import styles from './list-filters.module.css';

/** Only what works in the visitor's country: the one that is known, else one that has to be chosen first. */
export function CountryFilter() {
  const { query, change } = useListAddress();
  // Ticked, and the country is not known yet.
  const [isPending, setPending] = useState(false);
  const country = useCountry(isPending);
  const dispatch = useShopDispatch();
  const isOn = query.country !== null || isPending;

  const apply = useEffectEvent((code: string) => {
    setPending(false);
    change({ country: code });
  });
  useEffect(() => {
    if (isPending && country !== null) apply(country);
  }, [isPending, country]);

  const toggle = () => {
    setPending(!isOn);
    if (query.country !== null) change({ country: null });
  };

  return (
    <fieldset className={styles.group}>
      <legend>Country</legend>
      <div className={styles.genres}>
        <label>
          <input type="checkbox" className={tick.tick} checked={isOn} onChange={toggle} />
          Works in my country
        </label>
      </div>
      {isOn && (
        <CountrySelect
          label="My country"
          value={query.country}
          onChange={(code) => {
            setPending(false);
            dispatch(countryChosen(code));
            change({ country: code });
          }}
        />
      )}
    </fieldset>
  );
}
