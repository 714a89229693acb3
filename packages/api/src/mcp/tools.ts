import type { Tool as ToolListing } from '@modelcontextprotocol/server';

import { proceduresOf, type Procedure } from '../procedures.ts';
import { appRouter } from '../router.ts';
import { accountText, eventsText, eventText, groupsText, sitesText, summaryText } from './text-form.ts';
import { answerOf, argumentsOf } from './tool-schema.ts';
import { argumentWords, findWords, words } from './tool-words.ts';

/** The tools of account and group keys, or those of site keys (rulings §9.5). */
export type Reach = keyof typeof words;

/** A procedure of the router, described to a model. */
export type Tool = {
  procedure: string;
  call: Procedure;
  listing: ToolListing;
  /** Whether the tool has an argument of this name. */
  takes: (name: string) => boolean;
  /** The procedure's answer as a short text. */
  text: (answer: never) => string;
};

type Source = Pick<Tool, 'procedure' | 'text'> & {
  /** Descriptions of arguments that differ from those of the same name in other tools. */
  arguments?: Readonly<Record<string, string>>;
};

const sources: { [R in Reach]: Record<keyof (typeof words)[R], Source> } = {
  account: {
    get_account: { procedure: 'account.describe', text: accountText },
    list_sites: { procedure: 'account.sites.search', text: sitesText, arguments: { q: findWords.sites } },
    list_groups: { procedure: 'account.groups.search', text: groupsText, arguments: { q: findWords.groups } },
    search_events: { procedure: 'account.events.search', text: eventsText },
    summarize_events: {
      procedure: 'account.events.summary',
      text: summaryText,
      arguments: { limit: findWords.groupsMost },
    },
    get_event: { procedure: 'account.events.get', text: eventText },
  },
  site: {
    search_events: { procedure: 'read.events.search', text: eventsText },
    summarize_events: {
      procedure: 'read.events.summary',
      text: summaryText,
      arguments: { limit: findWords.groupsMost },
    },
    get_event: { procedure: 'read.events.get', text: eventText },
  },
};

/** The tools by name; made once. */
export const tools: Readonly<Record<Reach, ReadonlyMap<string, Tool>>> = {
  account: toolsOf(sources.account, words.account),
  site: toolsOf(sources.site, words.site),
};

function toolsOf(
  from: Readonly<Record<string, Source>>,
  described: Readonly<Record<string, { title: string; description: string }>>,
): ReadonlyMap<string, Tool> {
  const procedures = proceduresOf(appRouter);
  return new Map(
    Object.entries(from).map(([name, { procedure, text, arguments: own }]) => {
      const call = procedures[procedure];
      if (call === undefined) throw new Error(`${name} is made from ${procedure}, which does not exist`);
      const { inputs, output } = call._def;
      const listing: ToolListing = {
        name,
        ...described[name],
        inputSchema: argumentsOf(inputs[0], { ...argumentWords, ...own }),
        outputSchema: answerOf(output),
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      };
      const names = new Set(Object.keys(listing.inputSchema.properties ?? {}));
      return [name, { procedure, call, text, listing, takes: (argument: string) => names.has(argument) }];
    }),
  );
}
