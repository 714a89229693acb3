/**
 * The kinds of token, by the word in them (interface.md §5, rulings §8, §10.4). An invitation opens
 * no door but the one to an account; every other kind is a credential.
 */
export const tokenKinds = {
  site: 'live',
  account: 'acct',
  group: 'grp',
  operator: 'admin',
  operatorSession: 'opse',
  session: 'sess',
  invitation: 'inv',
} as const;

export type TokenKind = keyof typeof tokenKinds;

const kindOfWord: ReadonlyMap<string, TokenKind> = new Map(
  // The entries of a literal have its key type.
  Object.entries(tokenKinds).map(([kind, word]) => [word, kind as TokenKind]),
);
/** Characters of a prefix and of a secret (rulings §3.1); 32 of 62 letters are 190.5 bits. */
export const prefixLength = 8;
export const secretLength = 32;
const grammar = new RegExp(
  `^goal_(${Object.values(tokenKinds).join('|')})_([a-z0-9]{${prefixLength}})_[A-Za-z0-9]{32,64}$`,
);

/** The parts of a well-formed token. A malformed token costs no query (rulings §2.6). */
export function parseToken(token: string): { kind: TokenKind; prefix: string } | undefined {
  const match = grammar.exec(token);
  const kind = kindOfWord.get(match?.[1] ?? '');
  const prefix = match?.[2];
  return kind === undefined || prefix === undefined ? undefined : { kind, prefix };
}

/** `goal_live_<prefix>_<secret>` and its siblings. */
export function formatToken(kind: TokenKind, prefix: string, secret: string): string {
  return `goal_${tokenKinds[kind]}_${prefix}_${secret}`;
}

/** The credential of an `Authorization: Bearer` header (rulings §3.2), else undefined. */
export function bearerToken(header: string | undefined): string | undefined {
  const match = /^bearer +(\S.*)$/i.exec(header ?? '');
  return match?.[1]?.trim();
}
