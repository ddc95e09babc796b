import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button, buttonClass } from '../ui/buttons/button.tsx';
import { Drawing } from '../ui/icons/drawing.tsx';
import screen from '../ui/layout/screen.module.css';
import styles from './error-boundary.module.css';
import { Logo } from './layout/header/logo.tsx';

/** The router's fallback: an error in a page must not leave a white screen. */
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
    // Links that reload the page, so that it starts again.
    return (
      <>
        <header className={`page ${styles.top}`}>
          <a href="/home">
            <Logo isLink />
          </a>
        </header>
        <main>
          <div className={screen.screen} role="alert">
            <Drawing viewBox="0 0 220 90" strokeWidth="7" className={`${screen.drawing} ${styles.drawing}`}>
              <circle className={screen.part} cx="42" cy="45" r="25" />
              <path className={screen.part} d="M67 45h36l-9 10 12 6" />
              <path d="m126 34-8 9 11 9h61m-44 0v17m28-17v12" />
            </Drawing>
            <h1>Unexpected Application Error!</h1>
            <p>Your cart is safe in this browser.</p>
            <div className={styles.ways}>
              <Button size="large" onClick={() => window.location.reload()}>
                Load again
              </Button>
              <a href="/home" className={buttonClass({ variant: 'secondary', size: 'large' })}>
                Go home
              </a>
            </div>
          </div>
        </main>
      </>
    );
  }
}
