import { protectPage } from '@goal/ui/server/protect-page.ts';

export const proxy = protectPage;

/** Every path counts as a page unless it is excluded here. */
export const config = { matcher: [{ source: '/((?!api/|_next/static/|icon\\.svg$).*)' }] };
