import { useGetCaptchaChallengeMutation, useVerifyCaptchaMutation } from '@keyturn/api-client';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { serverMessage } from '../../lib/server-answer.ts';
import { Button } from '../../ui/buttons/button.tsx';
import styles from './captcha.module.css';
import type { CaptchaWidgetProps } from './captcha-widget.ts';

const MISSING = 'Please verify the captcha.';
const FAILED = 'Captcha validation failed. Please try again.';

const AltchaWidget = lazy(async () => ({ default: (await import('./altcha-widget.tsx')).AltchaWidget }));
const ServiceWidget = lazy(async () => ({ default: (await import('./service-widget.tsx')).ServiceWidget }));

/**
 * The captcha of one form: put `<Captcha {...captcha.field} />` into it, `await captcha.pass()` before its call, and
 * `captcha.reset()` after a call that failed, because an answer is good once. `pass` gives null, or the sentence to show instead.
 */
export function useCaptcha() {
  const [verify] = useVerifyCaptchaMutation();
  const [round, setRound] = useState(0);
  const answer = useRef<string | null>(null);

  const reset = () => {
    answer.current = null;
    setRound((before) => before + 1);
  };
  const pass = async (): Promise<string | null> => {
    if (answer.current === null) return MISSING;
    const { data, error } = await verify({ captchaAnswerDto: { captchaValue: answer.current } });
    if (data?.success) return null;
    reset();
    return (error && serverMessage(error, 429)) ?? FAILED;
  };
  const onAnswer = useCallback((value: string | null) => {
    answer.current = value;
  }, []);
  return { field: { round, onAnswer }, pass, reset };
}

/** Shows the widget of the captcha that the API is set up with. Nothing of it is loaded before. */
export function Captcha({ round, onAnswer }: CaptchaWidgetProps & { round: number }) {
  const [ask, { data, isError }] = useGetCaptchaChallengeMutation();
  useEffect(() => void ask(), [ask]);

  return (
    <div className={styles.place}>
      {isError && (
        <p role="alert" className={styles.failed}>
          The captcha could not be loaded.
          <Button variant="secondary" size="small" onClick={() => void ask()}>
            Try again
          </Button>
        </p>
      )}
      <Suspense fallback={null}>
        {data?.provider === 'altcha' && <AltchaWidget key={round} onAnswer={onAnswer} />}
        {data && data.provider !== 'altcha' && data.siteKey !== undefined && (
          <ServiceWidget key={round} service={data.provider} siteKey={data.siteKey} onAnswer={onAnswer} />
        )}
      </Suspense>
    </div>
  );
}
