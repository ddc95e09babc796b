import type { StorefrontConfig } from '../config.ts';

/**
 * Sent with every answer. Inline scripts and styles are not allowed; pictures and calls only from the API, and from the configured captcha.
 */
export function securityHeaders({ apiOrigin, storefrontOrigin, captcha }: StorefrontConfig): Record<string, string> {
  const isHttps = storefrontOrigin.startsWith('https:');
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...captcha.scripts].join(' '),
    ["style-src 'self'", ...captcha.styles].join(' '),
    "font-src 'self'",
    `img-src 'self' ${apiOrigin}`,
    [`connect-src 'self' ${apiOrigin}`, ...captcha.calls].join(' '),
    ...(captcha.frames.length > 0 ? [`frame-src ${captcha.frames.join(' ')}`] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(isHttps && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
}
