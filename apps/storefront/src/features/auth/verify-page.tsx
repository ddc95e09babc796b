import { shopApi, useVerifyEmailMutation, type VerificationAnswer } from '@keyturn/api-client';
import { pageHeads } from '@keyturn/shop-rules';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { usePageHead } from '../../shop/head/page-head.ts';
import { paths } from '../../shop/paths.ts';
import { forgetSession, keepSession, loggedIn, sessionEnded } from '../../shop/session/session-slice.ts';
import { useShop, useShopDispatch } from '../../shop/shop-state.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Failed, Loading } from '../../ui/feedback/states.tsx';
import { AuthScreen, Note } from './auth-form.tsx';

/** The link of the mail. A valid one returns a login, which is used. */
export function VerifyPage() {
  usePageHead(pageHeads.verify);
  const { token = '' } = useParams();
  const isLoggedIn = useShop((state) => state.session.isLoggedIn);
  const { answer, isFailed, ask } = useVerification(token);
  // On another device than the one that signed up, a login is required: it redirects back here, and the link is sent again.
  const from = useLocation().pathname;
  const dispatch = useShopDispatch();
  const leave = () => {
    forgetSession();
    dispatch(sessionEnded());
  };

  return (
    <AuthScreen title="E-mail verification">
      {answer === null ? (
        isFailed ? (
          <Failed what="The page" onRetry={ask} />
        ) : (
          <Loading what="the page" onRetry={ask} />
        )
      ) : (
        <>
          <Note kind={answer.status || answer.needsLogin ? 'info' : 'problem'}>{answer.message}</Note>
          {answer.needsLogin ? (
            // Another account is logged in here.
            <Link to={paths.login} state={{ from }} onClick={leave} className={buttonClass()}>
              Sign in
            </Link>
          ) : (
            <Link to={isLoggedIn ? paths.account : paths.login} className={buttonClass()}>
              {isLoggedIn ? 'To your account' : 'Sign in'}
            </Link>
          )}
        </>
      )}
    </AuthScreen>
  );
}

function useVerification(token: string) {
  const dispatch = useShopDispatch();
  const [verify, { isError }] = useVerifyEmailMutation();
  const [answer, setAnswer] = useState<VerificationAnswer | null>(null);
  const asked = useRef<string | null>(null);

  const ask = useCallback(async () => {
    const { data } = await verify({ token });
    if (!data) return;
    if (data.status && data.token !== undefined) {
      keepSession(data.token, '');
      // The answer does not say whose login it is.
      const { data: profile } = await dispatch(shopApi.endpoints.getProfile.initiate(undefined, { subscribe: false, forceRefetch: true }));
      const username = profile?.username ?? '';
      keepSession(data.token, username);
      dispatch(loggedIn({ username }));
    }
    setAnswer(data);
  }, [verify, token, dispatch]);

  useEffect(() => {
    // A link is valid once: it is not sent twice.
    if (asked.current === token) return;
    asked.current = token;
    void ask();
  }, [ask, token]);

  return { answer, isFailed: isError, ask: () => void ask() };
}
