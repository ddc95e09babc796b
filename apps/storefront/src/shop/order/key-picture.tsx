import { useEffect, useRef, useState } from 'react';
import styles from './order-keys.module.css';

/** A key that is a picture. It is drawn, not linked: the Content-Security-Policy admits no data: addresses. */
export function KeyPicture({ address, name }: { address: string; name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isFailed, setFailed] = useState(false);

  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      const picture = await createImageBitmap(blobOf(address));
      const target = canvas.current;
      if (isGone || !target) return;
      target.width = picture.width;
      target.height = picture.height;
      target.getContext('2d')?.drawImage(picture, 0, 0);
    };
    draw().catch(() => setFailed(true));
    return () => {
      isGone = true;
    };
  }, [address]);

  return isFailed ? (
    <p>The picture of this key cannot be shown here. It is attached to your e-mail; if it is not, write to us.</p>
  ) : (
    <canvas ref={canvas} role="img" aria-label={`Key of ${name}, a picture`} className={styles.keyPicture} />
  );
}

/** `data:{type};base64,{bytes}`, as the API sends it. */
function blobOf(address: string): Blob {
  const [, type = '', base64 = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(address) ?? [];
  return new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type });
}
