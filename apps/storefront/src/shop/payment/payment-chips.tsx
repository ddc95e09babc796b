import americanExpress from '@sumup-oss/icons/american_express_32.svg';
import bancontact from '@sumup-oss/icons/bancontact_32.svg';
import blik from '@sumup-oss/icons/blik_24.svg';
import eps from '@sumup-oss/icons/eps_24.svg';
import googlePay from '@sumup-oss/icons/google_pay_32.svg';
import ideal from '@sumup-oss/icons/ideal_32.svg';
import mastercard from '@sumup-oss/icons/mastercard_32.svg';
import przelewy24 from '@sumup-oss/icons/przelewy24_24.svg';
import visa from '@sumup-oss/icons/visa_32.svg';
import styles from './payment-chips.module.css';

/** Three card brands, one wallet, five bank or instant payment schemes. */
const METHODS: readonly { name: string; logo: string }[] = [
  { name: 'Visa', logo: visa },
  { name: 'Mastercard', logo: mastercard },
  { name: 'American Express', logo: americanExpress },
  { name: 'Google Pay', logo: googlePay },
  { name: 'iDEAL', logo: ideal },
  { name: 'Bancontact', logo: bancontact },
  { name: 'Przelewy24', logo: przelewy24 },
  { name: 'BLIK', logo: blik },
  { name: 'EPS', logo: eps },
];

export function PaymentChips() {
  return (
    <ul className={styles.chips} aria-label="Payment methods">
      {METHODS.map(({ name, logo }) => (
        <li key={name}>
          <img src={logo} alt={name} width={46} height={32} loading="lazy" fetchPriority="low" />
        </li>
      ))}
    </ul>
  );
}
