import { Component } from 'react';

interface LeavingProps {
  /** Names one visit to one page. */
  entry: string;
  onLeave: (entry: string) => void;
}

/**
 * Tells that the page of an entry is about to give way to the next one, while the document is still the old one's: by the time that
 * effects are cleaned up, another page may have made it shorter. Hooks have no such moment.
 */
export class Leaving extends Component<LeavingProps> {
  override getSnapshotBeforeUpdate(before: LeavingProps) {
    if (before.entry !== this.props.entry) before.onLeave(before.entry);
    return null;
  }

  // React asks for it beside the snapshot.
  override componentDidUpdate() {}

  override render() {
    return null;
  }
}
