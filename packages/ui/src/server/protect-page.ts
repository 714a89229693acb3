import { type NextRequest, NextResponse } from 'next/server';

/**
 * What an app's `proxy.ts` does before every page: sets a Content-Security-Policy with a fresh
 * nonce, so that only our scripts run, and passes the path on (`x-path`) for the redirect to the
 * sign-in and back. The layout takes the nonce from `x-nonce`.
 */
export function protectPage(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64');
  const policy = policyOf(nonce);
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  // Next reads the nonce for its own scripts from here.
  headers.set('content-security-policy', policy);
  const { pathname, searchParams } = request.nextUrl;
  searchParams.delete('_rsc');
  headers.set('x-path', `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

/** Mantine needs `unsafe-inline` for style attributes only; they cannot run code. */
function policyOf(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "worker-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
