export const dynamic = 'force-dynamic';

/** Says that the console answers; whether the API does is asked there, at /readyz. */
export function GET(): Response {
  return Response.json({ ok: true });
}
