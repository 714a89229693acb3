import { protectPage } from '@goal/ui/server/protect-page.ts';
import type { NextRequest, NextResponse } from 'next/server';

export function proxy(request: NextRequest): NextResponse {
  return protectPage(request);
}

/** Every path counts as a page unless it is excluded here. */
export const config = { matcher: [{ source: '/((?!api/|_next/static/|icon\\.svg$).*)' }] };
