import type { CaptchaProvider } from '@keyturn/api-client';
import { useEffect, useRef, useState } from 'react';
import type { CaptchaWidgetProps } from './captcha-widget.ts';

type Service = Exclude<CaptchaProvider, 'altcha'>;

/** The three have the same options and results. Their scripts are loaded from their own sites. */
const SERVICES: Record<Service, { script: string; name: string }> = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js?render=explicit', name: 'grecaptcha' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit', name: 'hcaptcha' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit', name: 'turnstile' },
};
const POLL_MS = 50;

interface CaptchaService {
  render?: (place: HTMLElement, options: Record<string, unknown>) => unknown;
}

/** A captcha of another site, where the shop is set up with one. */
export function ServiceWidget({ service, siteKey, onAnswer }: CaptchaWidgetProps & { service: Service; siteKey: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isFailed, setFailed] = useState(false);

  useEffect(() => {
    const { script, name } = SERVICES[service];
    const nothing = () => onAnswer(null);
    load(script, () => setFailed(true));
    const timer = setInterval(() => {
      const captcha = (globalThis as Record<string, unknown>)[name] as CaptchaService | undefined;
      if (!captcha?.render || !place.current) return;
      clearInterval(timer);
      captcha.render(place.current.appendChild(document.createElement('div')), {
        sitekey: siteKey,
        theme: 'dark',
        callback: onAnswer,
        'expired-callback': nothing,
        'error-callback': nothing,
      });
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [service, siteKey, onAnswer]);

  return (
    <>
      <div ref={place} />
      {isFailed && <p role="alert">The captcha could not be loaded. Please reload the page.</p>}
    </>
  );
}

function load(address: string, onFailure: () => void) {
  if (document.querySelector(`script[src="${address}"]`)) return;
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  script.addEventListener('error', () => {
    script.remove();
    onFailure();
  });
  document.head.append(script);
}
