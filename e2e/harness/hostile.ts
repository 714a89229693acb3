/** Names that a page must show as text, whoever typed them. */
export const hostileNames = [
  '<img src=x onerror="alert(1)">',
  '"><script>alert(1)</script>',
  "${alert(1)} {{constructor.constructor('alert(1)')()}} javascript:alert(1)",
  '\u202Eevil.example.com\u202C שלום עולם مرحبا',
  'W'.repeat(200),
  '𝔘𝔫𝔦 é́́́ 👩‍👩‍👧‍👦 \u200B\u0007',
];
