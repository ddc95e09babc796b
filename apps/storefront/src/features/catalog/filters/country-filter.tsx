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
  const [isAsked, setAsked] = useState(false);
  const country = useCountry(isAsked);
  const dispatch = useShopDispatch();
  // Ticked, and the country is not known yet.
  const isPending = isAsked && country === null;
  const isOn = query.country !== null || isPending;

  const apply = useEffectEvent((code: string) => change({ country: code }));
  useEffect(() => {
    if (isAsked && country !== null) apply(country);
  }, [isAsked, country]);

  const toggle = () => {
    if (!isOn && country !== null) return change({ country });
    setAsked(!isOn);
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
            dispatch(countryChosen(code));
            change({ country: code });
          }}
        />
      )}
    </fieldset>
  );
}
