/**
 * The statement that makes a database which the service accepts: UTF-8, with lower-casing by
 * Unicode (`lower('Ä')` is 'ä'). The locale `C`, the default of many servers, lower-cases only
 * ASCII below PostgreSQL 17.
 */
export function createDatabaseLine(name: string, serverVersion: number): string {
  const locale =
    serverVersion >= 170_000
      ? `LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C'`
      : `LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'`;
  return `CREATE DATABASE "${name.replaceAll('"', '""')}" TEMPLATE template0 ENCODING 'UTF8' ${locale}`;
}
