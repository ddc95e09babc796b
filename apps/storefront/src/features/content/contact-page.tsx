import { pageHeads } from '@keyturn/shop-rules';
import { Clock, Mail, ReceiptText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePageHead } from '../../shop/head/page-head.ts';
import { paths } from '../../shop/paths.ts';
import { ContactForm } from './contact-form.tsx';
import styles from './contact-page.module.css';

const HINTS = [
  { icon: Clock, text: 'A person reads every message and answers within a day, mostly sooner.' },
  { icon: ReceiptText, text: 'Is it about an order? Its number helps, and so does a screenshot of what went wrong.' },
  { icon: Mail, text: 'Never send a key or a password: we do not need them to help.' },
];

export function ContactPage() {
  usePageHead(pageHeads.contact);
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.words}>
        <h1 tabIndex={-1}>{pageHeads.contact.title}</h1>
        <ul>
          {HINTS.map(({ icon: Icon, text }) => (
            <li key={text}>
              <Icon size={20} aria-hidden="true" /> {text}
            </li>
          ))}
        </ul>
        <p>
          <Link to={paths.personalData}>What do we store about you?</Link>
        </p>
      </div>
      <ContactForm />
    </div>
  );
}
