/** The log with one entry for each save, newest first (SPEC S31). Each event has the ID of its save's first event. */
import { sql } from 'kysely'
import { MAX_EVENTS, type LoggedEvent, type Save } from '#core/audit/saves.ts'
import { PART_SUBJECTS } from '#core/audit/subjects.ts'
import type { Database } from '#server/database/open.ts'
import { countGroups, readGroups, type Grouped, type Grouping } from '#server/lists/groups.ts'
import type { Listed, SearchedQuery } from '#server/lists/types.ts'

/** The main event is that of the settlement rather than of its items, of the deleted broker rather than of its loads. */
const SAVES: Grouping = {
  by: 'saveId',
  order: sql`coalesce(record.subject = any(${PART_SUBJECTS}), false), record.action = 'changed', record.created_at desc, record.id desc`,
  countedBy: 'subject',
  most: MAX_EVENTS,
}

/** `listed`: the log as the member sees it. The counts leave out events that the member does not see (SPEC C74). */
export async function readSaves(
  database: Database,
  listed: Listed,
  userId: string,
  query: SearchedQuery,
): Promise<Save[]> {
  const events = await readGroups<LoggedEvent>(database, listed, userId, query, SAVES)
  return [...Map.groupBy(events, ({ groupId }) => groupId).values()].flatMap(toSave)
}

export function countSaves(
  database: Database,
  listed: Listed,
  userId: string,
  query: SearchedQuery,
): Promise<number> {
  return countGroups(database, listed, userId, query, SAVES)
}

/** `events`: the main one first. */
function toSave([main, ...parts]: Grouped<LoggedEvent>[]): Save[] {
  if (!main) return []
  const subject = main.subject ?? ''
  const left = { ...main.counts, [subject]: (main.counts[subject] ?? 1) - 1 }
  const others = Object.fromEntries(Object.entries(left).filter(([, count]) => count > 0))
  return [{ ...toEvent(main), parts: parts.map(toEvent), others }]
}

function toEvent({
  groupId: _,
  place: __,
  counts: ___,
  ...event
}: Grouped<LoggedEvent>): LoggedEvent {
  return event
}
