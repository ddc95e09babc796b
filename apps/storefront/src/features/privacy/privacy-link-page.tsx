import { useCloseAccountByLinkMutation, useOpenPersonalDataMutation } from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import { MailX, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { isNotFound } from '../../lib/is-not-found.ts';
import { serverMessage } from '../../lib/server-answer.ts';
import { usePageHead } from '../../shop/head/page-head.ts';
import { paths } from '../../shop/paths.ts';
import { saveData } from '../../shop/privacy/save-data.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import screen from '../../ui/layout/screen.module.css';

const FAILED = 'That did not work. Please try again.';

/** Where the links of mails about one's data lead. Mail scanners open links, too: only a click uses them up. */
export function PrivacyLinkPage({ asks }: { asks: 'data' | 'close' }) {
  usePageHead(asks === 'data' ? pageHeads.personalData : pageHeads.closeAccount);
  const token = useParams().token ?? '';
  return asks === 'data' ? <Data key={token} token={token} /> : <Closing key={token} token={token} />;
}

function Data({ token }: { token: string }) {
  const [open, { data, isLoading, error }] = useOpenPersonalDataMutation();
  if (isNotFound(error)) return <Invalid />;
  if (data) {
    return (
      <Outcome title="Your data is saved">
        <p>It is in the downloads of this browser, in two files: one to read, and one for programs. The link is used up.</p>
        <Button size="large" onClick={() => saveData(data)}>
          Save again
        </Button>
      </Outcome>
    );
  }
  const download = async () => {
    const answer = await open({ token });
    if (answer.data) saveData(answer.data);
  };
  return (
    <Outcome title="Your data">
      <p>All that we store about your e-mail address. The link works once.</p>
      {error && <p role="alert">{serverMessage(error) ?? FAILED}</p>}
      <Button size="large" aria-disabled={isLoading} onClick={() => !isLoading && void download()}>
        {isLoading && <Spinner />} Download my data
      </Button>
    </Outcome>
  );
}

function Closing({ token }: { token: string }) {
  const [close, { isSuccess, isLoading, error }] = useCloseAccountByLinkMutation();
  if (isNotFound(error)) return <Invalid />;
  if (isSuccess) {
    return (
      <Outcome title="Your account is closed">
        <p>Your data is erased.</p>
        <Home />
      </Outcome>
    );
  }
  return (
    <Outcome title="Close your account?">
      <p>For good: your data is erased, and the keys of your orders cannot be opened here any more.</p>
      {error && <p role="alert">{serverMessage(error) ?? FAILED}</p>}
      <Button size="large" aria-disabled={isLoading} onClick={() => !isLoading && void close({ token })}>
        {isLoading && <Spinner />} Close my account for good
      </Button>
    </Outcome>
  );
}

function Invalid() {
  return (
    <Outcome title="This link is not valid any more" icon={<MailX size={44} strokeWidth={1.75} aria-hidden="true" />}>
      <p>It was used, is older than an hour, or is not whole.</p>
      <Home />
    </Outcome>
  );
}

function Home() {
  return (
    <Link to={paths.home} className={buttonClass({ size: 'large' })}>
      To the shop
    </Link>
  );
}

function Outcome({ title, icon, children }: { title: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <div className={screen.screen}>
      <span className={screen.sign}>{icon ?? <ShieldCheck size={44} strokeWidth={1.75} aria-hidden="true" />}</span>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  );
}
