/** What concerns the member who is signed in (SPEC C86). */
import { sql } from 'kysely'
import {
  BELL_ENTRIES,
  EXCERPT_LENGTH,
  MOST_COUNTED,
  type Bell,
  type BellEntry,
} from '#core/comments/bell.ts'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'
import { describeSettlements } from '#server/settlements/settlement/describe-settlements.ts'
import { readCommentPeople } from './people.ts'
import { maySee } from './subjects.ts'

type Mention = {
  id: number
  loadId: number | null
  billingId: number | null
  personId: string
  text: string
  createdAt: string
  load: string | null
}

export async function readBell(database: Database, member: Member): Promise<Bell> {
  const mentions = await readMentions(database, member)
  return {
    mentions: mentions.length,
    questions: 0,
    answers: 0,
    entries: await toEntries(database, member.accountId, mentions.slice(0, BELL_ENTRIES)),
  }
}

/** Not read yet, newest first, on records that exist and that the member may see. */
async function readMentions(database: Database, member: Member): Promise<Mention[]> {
  if (!maySee(member, 'loads')) return []
  const { accountId, personId } = member
  const onSettlement = maySee(member, 'billing') ? sql`comments.billing_id is not null` : sql`false`
  const { rows } = await sql<Mention>`
    select comments.id, comments.load_id, comments.billing_id, comments.person_id, comments.created_at,
      left(comments.text, ${EXCERPT_LENGTH}) as text, loads.load_id as load
    from comment_mentions as mention
      join comments on comments.user_id = ${accountId} and comments.id = mention.comment_id
      left join loads on loads.user_id = ${accountId} and loads.id = comments.load_id
    where mention.user_id = ${accountId} and mention.person_id = ${personId} and mention.read_at is null
      and (loads.id is not null or ${onSettlement})
    order by mention.comment_id desc limit ${MOST_COUNTED}`.execute(database)
  return rows
}

async function toEntries(
  database: Database,
  userId: string,
  mentions: Mention[],
): Promise<BellEntry[]> {
  if (!mentions.length) return []
  const people = await readCommentPeople(database, userId)
  const ids = mentions.flatMap(({ billingId }) => billingId ?? [])
  const settlements = await describeSettlements(database, userId, ids)
  return mentions.map(({ id, loadId, billingId, personId, text, createdAt, load }) => ({
    kind: 'mention',
    id,
    ...(billingId === null
      ? { subject: 'loads', subjectId: loadId ?? 0, label: `Load ${load}` }
      : { subject: 'billing', subjectId: billingId, label: settlements.get(billingId) ?? '' }),
    author: people.nameOf(personId),
    text,
    createdAt,
  }))
}
