export const dynamic = 'force-dynamic';

/** Answers while the dashboard runs. For the API, ask its own /readyz. */
export function GET(): Response {
  return Response.json({ ok: true });
}
