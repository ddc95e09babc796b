import { Component, type ReactNode } from 'react';
import { readForTab, writeForTab } from '../shop/storage/browser-storage.ts';
import { Failed } from '../ui/feedback/states.tsx';

/** Browsers' messages for a chunk that could not be loaded. */
const MISSING_PART = /dynamically imported module|importing a module script failed|unable to preload css/i;
const RELOADED_AT = 'reloaded-for-a-part';
/** A tab that was open during a release requests chunks that no longer exist: one reload fixes that, a second would not. */
const ONE_RELOAD_PER_MS = 60_000;

interface PageBoundaryProps {
  /** Another page is a new attempt. */
  address: string;
  children: ReactNode;
}

/** Catches a page whose chunk could not be loaded: header and footer stay, with a retry. Other errors propagate. */
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

/** Reloads only if the shop's server answers: otherwise the browser's error page would replace the shop. */
async function reloadOnceServed(): Promise<void> {
  try {
    const answer = await fetch(window.location.href, { cache: 'no-store' });
    if (answer.status < 500) window.location.reload();
  } catch {
    // Still down: the page shows that already.
  }
}
