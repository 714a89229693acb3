import { z } from 'zod';
import { describe, expect, it } from 'vitest';

import { proceduresOf } from '../procedures.ts';
import { appRouter } from '../router.ts';
import { helpOf } from './refusal-help.ts';
import { tools } from './tools.ts';

/** Values that some argument refuses, whatever it takes. */
const wrongValues = [null, true, -1, 1.5, 1e21, {}, [], [[]], 'x/', '\u{1f389}'.repeat(600), Array(101).fill('x'), ''];

const all = [...tools.account.values(), ...tools.site.values()];

describe('R§11.6 the second text of a refusal', () => {
  it.each(all.map((tool) => [tool.procedure, tool] as const))(
    'every sentence that the arguments of %s can bring about has a help that names its argument',
    (procedure, { takes }) => {
      const [input] = proceduresOf(appRouter)[procedure]?._def.inputs ?? [];
      if (!(input instanceof z.ZodObject)) return;
      const found = new Set<string>();
      for (const name of Object.keys(input.shape))
        for (const value of wrongValues) {
          // `id` is always given, because without it the event is not found.
          const { error } = input.safeParse({ id: 1, [name]: value });
          for (const { message } of error?.issues ?? []) {
            expect(helpOf(message, takes), message).toMatch(new RegExp(`^${name} takes .`));
            found.add(message);
          }
        }
      const isRefused = (name: string): boolean => [...found].some((sentence) => sentence.includes(name));
      // An id of anything is looked up, and not found.
      const ids = ['site_id', 'group_id', 'id'];
      expect(Object.keys(input.shape).filter((name) => !isRefused(name) && !ids.includes(name))).toEqual([]);
    },
  );

  it('not found is helped by the ids that the tool takes', () => {
    const help = (tool: string): string | undefined =>
      helpOf('not found', tools.account.get(tool)?.takes ?? expect.fail());
    expect(help('search_events')).toBe('site_id takes an id of list_sites, group_id takes an id of list_groups');
    expect(help('get_event')).toBe('id takes the id of an event that search_events finds with this key');
  });

  it('a sentence about nothing that was given has no help', () => {
    expect(helpOf('internal error', () => true)).toBeUndefined();
  });
});
