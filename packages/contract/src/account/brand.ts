import { z } from 'zod';

import { contrastOf, grounds, isColour, leastContrast } from './contrast.ts';
import { errorCatalogue } from '../refusals/errors.ts';
import * as field from '../fields/fields.ts';
import { limits } from '../limits.ts';
import { uuid } from '../shapes.ts';

// A reseller's brand, in place of the product's name (rulings §10.38).

export const logoTypes = ['image/png', 'image/webp'] as const;
export type LogoType = (typeof logoTypes)[number];

/** A colour as `#1a2b3c`, in letters of any case, that can be read on white. */
const colour = z
  .string({ error: 'colour must be a string' })
  .transform((text) => text.trim().toLowerCase())
  .refine(isColour, { error: 'invalid colour', abort: true })
  .refine((text) => contrastOf(text, grounds.light) >= leastContrast, errorCatalogue.colour_contrast.message);

/** A logo in base64: a PNG or WebP by its bytes, whatever it is called. */
const logo = z.string({ error: 'logo must be a string' }).transform((text, context) => {
  const content = bytesOf(text);
  const type = content === undefined ? undefined : typeOf(content);
  if (content !== undefined && type !== undefined) return { content, type };
  context.addIssue({ code: 'custom', message: errorCatalogue.logo_invalid.message });
  return z.NEVER;
});

/** Undefined for a text that is no base64, or more than a logo may be. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length > Math.ceil(limits.logoBytes / 3) * 4) return undefined;
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const content = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return content.length <= limits.logoBytes ? content : undefined;
}

function typeOf(content: Uint8Array): LogoType | undefined {
  const letters = (from: number, to: number): string => String.fromCharCode(...content.subarray(from, to));
  if (letters(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  return letters(0, 4) === 'RIFF' && letters(8, 12) === 'WEBP' ? 'image/webp' : undefined;
}

/** dashboard.brand.set: what is omitted stays, and null removes. */
export const setBrandBody = z.object({
  name: field.optionalName('name', errorCatalogue.name_too_long.message, limits.nameLength).optional(),
  colour: colour.nullable().optional(),
  logo: logo.nullable().optional(),
});
export type SetBrandInput = z.output<typeof setBrandBody>;

const look = {
  /** For light grounds and paper. */
  colour: z.string().nullable(),
  /** The shade of `colour` for the dark ground. */
  colour_dark: z.string().nullable(),
  /** The logo stands at `/brand/{logo_id}` of the dashboard; another logo has another id. */
  logo_id: uuid.nullable(),
};
/** dashboard.brand.get: all null for an account that is no reseller. */
export const brandShape = z.object({ name: z.string().nullable(), ...look });
export type BrandView = z.infer<typeof brandShape>;

/** The brand that members see; null without one, and for an account that is no reseller. */
export const shownBrandShape = z.object({ name: z.string(), ...look }).nullable();
export type ShownBrand = z.infer<typeof shownBrandShape>;

/** entry.logo */
export const logoPath = z.object({ id: field.pathId });
export const logoShape = z.object({ type: z.enum(logoTypes), content: z.string() });
export type LogoView = z.infer<typeof logoShape>;
