import { useState } from 'react';
import { readFailure, serverMessage } from '../../lib/server-answer.ts';
import { usePopups } from '../popups/popups.tsx';

const FAILED = 'An error occurred while processing your request.';

/** One call of a form at a time. The server's message for a failure is shown in the account popup, and at the fields that it names. */
export function useAccountCall() {
  const popups = usePopups();
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});

  /** Returns the answer, or null if the call failed and its message was shown. */
  async function run<Answer>(call: () => Promise<{ data?: Answer; error?: unknown }>): Promise<Answer | null> {
    if (isBusy) return null;
    setBusy(true);
    setProblems({});
    const { data, error } = await call();
    setBusy(false);
    if (data !== undefined) return data;
    setProblems(readFailure(error).problems);
    popups.open({ kind: 'account', message: serverMessage(error) ?? FAILED });
    return null;
  }

  return { run, isBusy, problems, showMessage: (message: string) => popups.open({ kind: 'account', message }) };
}
