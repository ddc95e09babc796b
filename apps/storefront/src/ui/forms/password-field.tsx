import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field } from './field.tsx';
import styles from './password-field.module.css';

interface PasswordFieldProps {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  problem?: string | undefined;
  required?: boolean;
}

/** A password that can be looked at. Pasting works, and a password manager knows what to do with it. */
export function PasswordField({ autoComplete, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize={isShown ? 'none' : undefined}
      spellCheck={false}
      maxLength={128}
      className={styles.input}
    >
      <button
        type="button"
        className={styles.toggle}
        aria-label={`Show ${field.label.toLowerCase()}`}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <Icon size={20} aria-hidden="true" />
      </button>
    </Field>
  );
}
