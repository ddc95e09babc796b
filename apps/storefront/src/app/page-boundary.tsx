import { Component, type ReactNode } from 'react';
import { readForTab, writeForTab } from '../shop/storage/browser-storage.ts';
import { Failed } from '../ui/feedback/states.tsx';

/** What browsers say of a part of the script that did not arrive. */
const MISSING_PART = /dynamically imported module|importing a module script failed|unable to preload css/i;
const RELOADED_AT = 'reloaded-for-a-part';
/** A tab that was open over a release asks for parts that are gone: one reload mends that, a second would not. */
const ONE_RELOAD_PER_MS = 60_000;

interface PageBoundaryProps {
  /** Another page is another try. */
  address: string;
  children: ReactNode;
}

/** Catches a page whose script did not arrive: header and footer stay, and it can be tried again. Other errors go on upwards. */
export class PageBoundary extends Component<PageBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (!isMissingPart(error) || Date.now() - Number(readForTab(RELOADED_AT) ?? 0) < ONE_RELOAD_PER_MS) return;
    writeForTab(RELOADED_AT, String(Date.now()));
    void reloadOnceServed();
  }

  override componentDidMount() {
    window.addEventListener('online', this.retry);
  }

  override componentDidUpdate(before: PageBoundaryProps) {
    if (before.address !== this.props.address && this.state.error !== null) this.setState({ error: null });
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retry);
  }

  retry = () => {
    if (this.state.error !== null) void reloadOnceServed();
  };

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!isMissingPart(error)) throw error;
    return <Failed what="The page" onRetry={this.retry} />;
  }
}

function isMissingPart(error: unknown): boolean {
  return error instanceof Error && MISSING_PART.test(error.message);
}

/** Reloads only when the shop's server is there: else the browser's own error page would take the shop's place. */
async function reloadOnceServed(): Promise<void> {
  try {
    const answer = await fetch(window.location.href, { cache: 'no-store' });
    if (answer.status < 500) window.location.reload();
  } catch {
    // Still away: the page says so already.
  }
}
