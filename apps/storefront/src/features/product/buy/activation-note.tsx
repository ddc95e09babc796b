import type { Product } from '@keyturn/api-client';
import { type Activation, activationIn, countryName } from '@keyturn/shop-rules';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { CountrySelect } from '../../../shop/country/country-select.tsx';
import { countryChosen } from '../../../shop/country/country-slice.ts';
import { useCountry } from '../../../shop/country/use-country.ts';
import { useShopDispatch } from '../../../shop/shop-state.ts';
import styles from './activation-note.module.css';

/** Of a product whose keys do not activate everywhere: whether they do in the visitor's country, which can be changed here. */
export function ActivationNote({ product }: { product: Product }) {
  // Also of a visitor from nowhere: only what works everywhere is certain.
  const isLimited = activationIn(product, null) !== 'yes';
  const country = useCountry(isLimited);
  const dispatch = useShopDispatch();
  if (!isLimited) return null;
  const activation = activationIn(product, country);
  const Icon = activation === 'yes' ? CircleCheck : TriangleAlert;
  return (
    <div className={styles.note} data-activation={country === null ? 'unasked' : activation}>
      <p role="status">
        <Icon size={18} aria-hidden="true" /> {sentence(activation, country)}
      </p>
      <CountrySelect label="Country in which you activate it" value={country} onChange={(code) => dispatch(countryChosen(code))} />
    </div>
  );
}

function sentence(activation: Activation, country: string | null): string {
  if (country === null) return 'Not for every country. Where will you activate it?';
  const name = countryName(country);
  if (activation === 'yes') return `Activates in ${name}`;
  return activation === 'no' ? `Does not activate in ${name}` : `May not activate in ${name}`;
}
