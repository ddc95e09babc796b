import { Component } from 'react';

interface LeavingProps {
  /** Key of one history entry. */
  entry: string;
  onLeave: (entry: string) => void;
}

/**
 * Reports that the page of an entry is about to be replaced, while the document still shows it: when effects are cleaned up, another page
 * may have made it shorter. Hooks have no such moment (getSnapshotBeforeUpdate).
 */
export class Leaving extends Component<LeavingProps> {
  override getSnapshotBeforeUpdate(before: LeavingProps) {
    if (before.entry !== this.props.entry) before.onLeave(before.entry);
    return null;
  }

  // React requires it beside getSnapshotBeforeUpdate.
  override componentDidUpdate() {}

  override render() {
    return null;
  }
}
