import { useConfirmNewsMutation, useUnsubscribeFromNewsMutation } from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import { MailCheck, MailX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { isNotFound } from '../../lib/is-not-found.ts';
import { usePageHead } from '../../shop/head/page-head.ts';
import { paths } from '../../shop/paths.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import screen from '../../ui/layout/screen.module.css';
import { Spinner } from '../../ui/feedback/spinner.tsx';

/** Where the links of the newsletter's mails lead. */
export function NewsletterLinkPage({ asks }: { asks: 'confirm' | 'unsubscribe' }) {
  usePageHead(asks === 'confirm' ? pageHeads.newsletter : pageHeads.newsletterEnd);
  const token = useParams().token ?? '';
  return asks === 'confirm' ? <Confirming key={token} token={token} /> : <Unsubscribing key={token} token={token} />;
}

function Confirming({ token }: { token: string }) {
  const [confirm, { isSuccess, isLoading, error }] = useConfirmNewsMutation();

  if (isNotFound(error)) return <Invalid />;
  if (isSuccess) {
    return (
      <Outcome icon={<MailCheck size={44} strokeWidth={1.75} aria-hidden="true" />} title="You are in">
        <p>Your address is confirmed: our next newsletter comes to you. Each one has a link that ends it at once.</p>
        <Home />
      </Outcome>
    );
  }
  return (
    <Outcome icon={<MailCheck size={44} strokeWidth={1.75} aria-hidden="true" />} title="Our newsletter for you?">
      <p>One click, and our next newsletter comes to you. If you have not asked for it, close this page: then none comes.</p>
      <YesButton hasFailed={error !== undefined} isLoading={isLoading} onClick={() => void confirm({ token })}>
        Yes, subscribe
      </YesButton>
    </Outcome>
  );
}

function Unsubscribing({ token }: { token: string }) {
  const [unsubscribe, { isSuccess, isLoading, error }] = useUnsubscribeFromNewsMutation();

  if (isNotFound(error)) return <Invalid />;
  if (isSuccess) {
    return (
      <Outcome icon={<MailCheck size={44} strokeWidth={1.75} aria-hidden="true" />} title="You are unsubscribed">
        <p>This address gets no newsletter any more. Mails about your orders still come.</p>
        <Home />
      </Outcome>
    );
  }
  return (
    <Outcome icon={<MailX size={44} strokeWidth={1.75} aria-hidden="true" />} title="No more newsletters?">
      <p>One click, and this address gets no newsletter any more. Mails about your orders still come.</p>
      <YesButton hasFailed={error !== undefined} isLoading={isLoading} onClick={() => void unsubscribe({ token })}>
        Unsubscribe
      </YesButton>
    </Outcome>
  );
}

/** Mail scanners open links, too: only a click changes anything, not opening the page. */
function YesButton({
  hasFailed,
  isLoading,
  onClick,
  children,
}: {
  hasFailed: boolean;
  isLoading: boolean;
  onClick: () => void;
  children: string;
}) {
  return (
    <>
      {hasFailed && <p role="alert">That did not work. Please try again.</p>}
      <Button size="large" aria-disabled={isLoading} onClick={() => !isLoading && onClick()}>
        {isLoading && <Spinner />} {children}
      </Button>
    </>
  );
}

function Invalid() {
  return (
    <Outcome icon={<MailX size={44} strokeWidth={1.75} aria-hidden="true" />} title="This link is not valid any more">
      <p>It is a week old, or not whole. You can subscribe again at the foot of every page.</p>
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

function Outcome({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={screen.screen}>
      <span className={screen.sign}>{icon}</span>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  );
}
