import type { ButtonHTMLAttributes } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './button.module.css';

type Look = { variant?: 'primary' | 'secondary' | 'quiet'; size?: 'small' | 'medium' | 'large'; isWide?: boolean };

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = 'primary', size = 'medium', isWide = false }: Look = {}): string {
  return classNames(styles.button, styles[variant], styles[size], isWide && styles.wide);
}

export function Button({ variant, size, isWide, className, type = 'button', ...rest }: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  const look: Look = {
    ...(variant && { variant }),
    ...(size && { size }),
    ...(isWide && { isWide }),
  };
  return <button type={type} className={classNames(buttonClass(look), className)} {...rest} />;
}
