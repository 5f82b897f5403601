/** Reads the bell of the member who is signed in (SPEC C86). */
import { sql } from 'kysely'
import {
  BELL_ENTRIES,
  EXCERPT_LENGTH,
  MAX_COUNTED,
  type Bell,
  type BellEntry,
} from '#core/comments/bell.ts'
import { pluralize } from '#core/pluralize.ts'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'
import { readArrivals, type Arrival } from '#server/documents/arrivals.ts'
import { readNewestQuestions, type QuestionNews } from '#server/questions/store.ts'
import { describeSettlements } from '#server/settlements/settlement/describe-settlements.ts'
import { readCommentPeople, type People } from './people.ts'
import { maySee } from './subjects.ts'

type Mention = {
  id: number
  kind: 'mention' | 'answer'
  loadId: number | null
  billingId: number | null
  personId: string
  text: string
  createdAt: string
  load: string | null
}

const NEWEST = { most: MAX_COUNTED, length: EXCERPT_LENGTH }

export async function readBell(database: Database, member: Member): Promise<Bell> {
  const { accountId } = member
  const found = await readMentions(database, member)
  const ids = found.flatMap(({ billingId }) => billingId ?? [])
  const settlements = await describeSettlements(database, accountId, ids)
  // Leaves out mentions on a draft in the trash.
  const mentions = found.filter(({ billingId: id }) => id === null || settlements.has(id))
  const questions = maySee(member, 'billing')
    ? await readNewestQuestions(database, accountId, NEWEST)
    : []
  const newest = mentions.slice(0, BELL_ENTRIES)
  const arrivals = await readArrivals(database, member, MAX_COUNTED)
  const counts = { mentions: mentions.length, questions: questions.length, papers: arrivals.length }
  if (!newest.length && !questions.length && !arrivals.length) return { ...counts, entries: [] }
  const people = await readCommentPeople(database, accountId)
  const entries = [
    ...newest.map((mention) => fromMention(mention, people, settlements)),
    ...questions.slice(0, BELL_ENTRIES).map((question) => fromQuestion(question, people)),
    ...arrivals.slice(0, BELL_ENTRIES).map(fromArrival),
  ]
  return { ...counts, entries: entries.toSorted(byNewest) }
}

/** The unread mentions, newest first, on records that exist and that the member can see. */
async function readMentions(database: Database, member: Member): Promise<Mention[]> {
  if (!maySee(member, 'loads')) return []
  const { accountId, personId } = member
  const onSettlement = maySee(member, 'billing') ? sql`comments.billing_id is not null` : sql`false`
  const { rows } = await sql<Mention>`
    select comments.id, mention.kind, comments.load_id, comments.billing_id, comments.person_id, comments.created_at,
      left(comments.text, ${EXCERPT_LENGTH}) as text, loads.load_id as load
    from comment_mentions as mention
      join comments on comments.user_id = ${accountId} and comments.id = mention.comment_id
      left join loads on loads.user_id = ${accountId} and loads.id = comments.load_id
    where mention.user_id = ${accountId} and mention.person_id = ${personId} and mention.read_at is null
      and (loads.id is not null or ${onSettlement})
    order by mention.comment_id desc limit ${MAX_COUNTED}`.execute(database)
  return rows
}

function fromMention(
  { id, kind, loadId, billingId, personId, text, createdAt, load }: Mention,
  people: People,
  settlements: Map<number, string>,
): BellEntry {
  return {
    kind,
    id,
    ...(billingId === null
      ? { subject: 'loads', subjectId: loadId ?? 0, label: `Load ${load}` }
      : { subject: 'billing', subjectId: billingId, label: settlements.get(billingId) ?? '' }),
    author: people.nameOf(personId),
    text,
    createdAt,
  }
}

function fromQuestion(
  { id, billingId, number, askedBy, text, askedAt }: QuestionNews,
  people: People,
): BellEntry {
  return {
    kind: 'question',
    id,
    subject: 'billing',
    subjectId: billingId,
    label: `Statement #${number}`,
    author: people.nameOf(askedBy),
    text,
    createdAt: askedAt,
  }
}

function fromArrival({ loadId, load, documents, sender, arrivedAt }: Arrival): BellEntry {
  return {
    kind: 'papers',
    id: loadId,
    subject: 'loads',
    subjectId: loadId,
    label: `Load ${load}`,
    author: sender,
    text: pluralize(documents, 'document'),
    createdAt: arrivedAt,
  }
}

/** Entries of the same moment keep their order. */
function byNewest(one: BellEntry, other: BellEntry): number {
  return Date.parse(other.createdAt) - Date.parse(one.createdAt)
}
