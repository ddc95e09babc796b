import { Minus, Plus } from 'lucide-react';
import styles from './stepper.module.css';

interface StepperProps {
  /** What is counted, for the buttons' names. */
  name: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
}

/** A number that goes up and down by one. At its ends a button refuses, but keeps the focus. */
export function Stepper({ name, value, max, onChange }: StepperProps) {
  const isLeast = value <= 1;
  const isMost = value >= max;
  return (
    <div className={styles.stepper} role="group" aria-label={`Quantity of ${name}`}>
      <button type="button" aria-label={`One less of ${name}`} aria-disabled={isLeast} onClick={() => !isLeast && onChange(value - 1)}>
        <Minus size={18} aria-hidden="true" />
      </button>
      <output aria-live="polite">{value}</output>
      <button type="button" aria-label={`One more of ${name}`} aria-disabled={isMost} onClick={() => !isMost && onChange(value + 1)}>
        <Plus size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
