import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import styles from './error-boundary.module.css';

/** The router's last resort: nothing of a page that breaks may leave a white screen. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className={styles.screen}>
        <h1>Unexpected Application Error!</h1>
        <p>Your cart is safe in this browser.</p>
        <div className={styles.ways}>
          <Button onClick={() => window.location.reload()}>Load again</Button>
          <Button variant="secondary" onClick={() => window.location.assign('/home')}>
            Go home
          </Button>
        </div>
      </main>
    );
  }
}
