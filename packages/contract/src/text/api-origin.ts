/**
 * API_URL without the path below which the endpoints are: people paste the address of the API as
 * their programs use it. Any other path stays, and is refused.
 */
export function withoutBasePath(apiUrl: string, basePath: string | undefined): string {
  const bare = apiUrl.replace(/\/+$/, '');
  const path = basePath || '/v1/goal';
  return bare.endsWith(path) ? bare.slice(0, -path.length) : apiUrl;
}
