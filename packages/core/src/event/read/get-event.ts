import { rows } from '@goal/db';

import type { EventDetail } from '../event.ts';
import type { Events } from '../../core.ts';
import { pageWidth, siteAt, toEvents, type PageRow } from './page-row.ts';
import { detailById } from './page-statements.ts';
import { covers, type EventScope } from '../scope.ts';

type DetailRow = [
  ...PageRow,
  userAgent: number | null,
  userAgentText: string | null,
  sessionId: string | null,
  postId: number | null,
  postType: string | null,
  postStatus: string | null,
];

/**
 * Returns one event of the scope with its extra fields; undefined when the scope has no such event
 * (rulings §6.7).
 */
export async function getEvent(core: Events, scope: EventScope, id: number): Promise<EventDetail | undefined> {
  const [row] = await rows<DetailRow>(core.db.pages, { ...detailById, values: [scope.account, id] });
  if (row === undefined || !covers(scope, row[siteAt])) return undefined;
  const page = row.slice(0, pageWidth) as PageRow; // the first columns of a DetailRow are a PageRow
  const [event] = await toEvents(core.events.dictionary, scope.account, [page]);
  if (event === undefined) return undefined;
  const [agent, agentText, sessionId, postId, postType, postStatus] = row.slice(pageWidth) as BehindPage<DetailRow>; // the others follow the PageRow
  const agents = await core.events.dictionary.words(scope.account, 'userAgent', [agent]);
  return { ...event, userAgent: agent === null ? agentText : agents(agent), sessionId, postId, postType, postStatus };
}

type BehindPage<Row> = Row extends [...PageRow, ...infer Rest] ? Rest : never;
