import type { InputHTMLAttributes } from 'react';
import styles from './field.module.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  isOptional?: boolean;
  hint?: string | undefined;
  problem?: string | undefined;
}

/** A labelled input; what is wrong with it stands below and belongs to it. */
export function Field({ name, label, isOptional = false, hint, problem, ...input }: FieldProps) {
  const describedBy = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={name}>
        {label} {isOptional && <span>(optional)</span>}
      </label>
      <input id={name} name={name} aria-invalid={problem ? true : undefined} aria-describedby={describedBy || undefined} {...input} />
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
