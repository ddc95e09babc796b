import type { InputHTMLAttributes, ReactNode } from 'react';
import styles from './field.module.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  isOptional?: boolean;
  hint?: string | undefined;
  problem?: string | undefined;
  /** Stands in the input's right end. */
  children?: ReactNode;
}

/** A labelled input; what is wrong with it stands below and belongs to it. */
export function Field({ name, label, type = 'text', isOptional = false, hint, problem, children, ...input }: FieldProps) {
  const describedBy = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={name}>
        {label} {isOptional && <span>(optional)</span>}
      </label>
      <div className={styles.input}>
        <input
          id={name}
          name={name}
          type={type}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy || undefined}
          {...input}
        />
        {children}
      </div>
      {problem && (
        <p id={`${name}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
      {hint && (
        <p id={`${name}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
