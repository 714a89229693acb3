import { createHash } from 'node:crypto';

import { minuteMs, type Facts, type Scene } from './facts.ts';
import { agents, kinds, posts, statusAfter, type Kind, type Person } from './story.ts';

/** Fills the placeholders of a text. Throws if a fact is missing. */
function fill(text: string, facts: Facts): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`«${text}» needs the fact ${name}`);
    return fact;
  });
}

function kindOf(code: number): Kind {
  const kind = kinds[code];
  if (kind === undefined) throw new Error(`no message for ${code}`);
  return kind;
}

/** The plugin's message for a code. Throws if a fact that the template names is missing. */
export const messageOf = (code: number, facts: Facts): string => fill(kindOf(code)[3], facts);

/** A happening before it has a message; `who` is undefined if no user of the site did it. */
export type Draft = {
  at: number; // milliseconds since 1970
  code: number;
  facts: Facts;
  who?: Person;
  session?: { id: string; agent: string | undefined };
};

/** What a person does, and what fills its message. */
export type Step = readonly [code: number, facts?: Facts];

/** The steps of a logged-in person, the first at `start`, with a while between two. */
export function session({ site, random }: Scene, who: Person, start: number, steps: Iterable<Step>): Draft[] {
  const id = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('');
  const agent = agents[(who.id + site.domain.length) % agents.length];
  let at = start;
  // A step is drawn after the pause before it.
  return Array.from(steps, ([code, facts]) => {
    const draft = { at, code, facts: { ...facts, user: who.name }, who, session: { id, agent } };
    at += random.int(minuteMs / 4, 6 * minuteMs);
    return draft;
  });
}

/** An event in the form that the plugin sends (rulings §7.2). */
export type DemoEvent = ReturnType<typeof demoEvent>;

/** Turns a draft into the plugin's form. The same `identity` gives the same event_uuid. */
export function demoEvent({ at, code, facts, who, session: during }: Draft, identity: string) {
  const [severity, object, eventType] = kindOf(code);
  const post = posts[object];
  return {
    occurred_at: new Date(at).toISOString(),
    code,
    severity,
    object,
    event_type: eventType,
    message: messageOf(code, facts),
    user_id: who?.id ?? 0,
    username: who?.name ?? '',
    user_agent: during?.agent ?? null,
    session_id: during?.id ?? null,
    event_uuid: uuidOf(identity),
    ip: addressOf(code, facts, who),
    ...(post && {
      post_id: Number(fill(post.id, facts)),
      post_type: fill(post.type, facts),
      post_status: statusAfter[code] ?? post.status,
    }),
  };
}

/** The address of the user: each person has one, of a range for documentation (RFC 5737). */
function addressOf(code: number, facts: Facts, who: Person | undefined): string | null {
  if ([1002, 1003, 1004].includes(code)) return facts['ip'] ?? null;
  if (who === undefined) return null;
  return `203.0.113.${2 + (Buffer.from(who.name).reduce((sum, byte) => sum * 31 + byte, 7) % 250)}`;
}

const namespace = Buffer.from('6f7b0f0e5a0c4f0c9a52d3e0b1d86c21', 'hex');

/** A UUID of version 5 (RFC 9562): the same name always gives the same UUID. */
function uuidOf(name: string): string {
  const hex = createHash('sha1').update(namespace).update(name).digest('hex');
  const variant = ((parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
