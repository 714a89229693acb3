import { parseDecimal } from '@goal/contract';

/** The arguments of a tool or prompt by name, and those that must be there. */
type Takes = {
  properties?: Readonly<Record<string, unknown>> | undefined;
  required?: readonly string[] | undefined;
};

/** The arguments that count, and the names of those that came and mean «not given». */
type Given = { input: Record<string, unknown>; blank: string[] };

/** Null, an empty text and an empty list: what clients and models send for what they leave out. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Reads arguments as models and clients write them (rulings §9.5): a blank optional argument is not
 * given, and an integer may be a decimal string. Everything else stays as it came, to be judged.
 */
export function givenOf(input: Readonly<Record<string, unknown>>, { properties = {}, required = [] }: Takes): Given {
  const isGiven = ([name, value]: [string, unknown]): boolean =>
    !isBlank(value) || !Object.hasOwn(properties, name) || required.includes(name);
  const entries = Object.entries(input);
  return {
    input: Object.fromEntries(
      entries.filter(isGiven).map(([name, value]) => [name, isInteger(properties[name]) ? numberOf(value) : value]),
    ),
    blank: entries.filter((entry) => !isGiven(entry)).map(([name]) => name),
  };
}

const numberOf = (value: unknown): unknown => (typeof value === 'string' ? (parseDecimal(value) ?? value) : value);

const isInteger = (property: unknown): boolean =>
  typeof property === 'object' && property !== null && 'type' in property && property.type === 'integer';
