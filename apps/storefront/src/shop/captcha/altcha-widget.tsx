// The build without styles and workers inside: the Content-Security-Policy admits files only.
import 'altcha/altcha.css';
import 'altcha/external';
import type { AltchaWidgetElement } from 'altcha/types/generic';
import type {} from 'altcha/types/react';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';
import { apiOrigin } from '@keyturn/api-client';
import { useLayoutEffect, useRef } from 'react';
import type { CaptchaWidgetProps } from './captcha-widget.ts';
import styles from './captcha.module.css';

globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker());

/** No tracking of pointer movements; without the footer no link leaves a half-filled form. */
const CONFIGURATION = JSON.stringify({ humanInteractionSignature: false, hideFooter: true, hideLogo: true });

/** Proof of work of our own server. The challenge is fetched when the box is ticked, so that it is never stale. */
export function AltchaWidget({ onAnswer }: CaptchaWidgetProps) {
  const widget = useRef<AltchaWidgetElement>(null);
  // Listens before the box is visible: an earlier tick would be a solved captcha without a handler.
  useLayoutEffect(() => {
    const element = widget.current;
    const follow = (event: Event) => {
      const { state, payload } = (event as CustomEvent<{ state?: string; payload?: string | null }>).detail;
      onAnswer(state === 'verified' && payload ? payload : null);
    };
    // A required box would show the browser's message; the form has its own.
    const relax = () => element?.querySelector('input')?.removeAttribute('required');
    relax();
    element?.addEventListener('load', relax);
    element?.addEventListener('statechange', follow);
    return () => {
      element?.removeEventListener('load', relax);
      element?.removeEventListener('statechange', follow);
    };
  }, [onAnswer]);
  return (
    <altcha-widget
      ref={widget}
      className={styles.altcha}
      challenge={`${apiOrigin()}/user/captcha-challenge`}
      configuration={CONFIGURATION}
      language="en"
      name="captcha"
    />
  );
}
