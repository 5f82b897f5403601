/** The questions about lines of statements (SPEC C79). A question never changes; it gets one answer. */
import { sql } from 'kysely'
import {
  MOST_OPEN_QUESTIONS,
  type OwnQuestion,
  type OfficeQuestion,
} from '#core/questions/line-questions.ts'
import type { OwnBell } from '#core/portal/responses.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound, RequestError } from '#server/errors.ts'

/** The most questions in one response. */
const MOST_LISTED = 200

const COLUMNS = [
  ...(['id', 'billingId', 'number', 'lineKey as key', 'lineText as line'] as const),
  ...(['text', 'askedAt', 'answer', 'answeredAt'] as const),
] as const

const OFFICE_COLUMNS = [...COLUMNS, 'truck', 'payeeName', 'askedBy', 'answeredBy'] as const

export type NewQuestion = {
  billingId: number
  payee: string
  number: number
  truck: string
  payeeName: string | null
  key: string
  line: string
  text: string
  askedBy: string
}

/** Who asks, for which payee. */
export type Asker = { payee: string; personId: string }

/** Throws 409 if the statement has too many open questions. */
export async function addQuestion(
  work: Work,
  userId: string,
  { key, line, ...question }: NewQuestion,
): Promise<OwnQuestion> {
  const open = await work
    .selectFrom('questions')
    .select('id')
    .where('userId', '=', userId)
    .where('billingId', '=', question.billingId)
    .where('answer', 'is', null)
    .limit(MOST_OPEN_QUESTIONS)
    .execute()
  if (open.length === MOST_OPEN_QUESTIONS)
    throw new RequestError(409, 'This statement has many open questions. Wait for an answer first.')
  const asked = await work
    .insertInto('questions')
    .values({ userId, lineKey: key, lineText: line, ...question })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return { ...asked, unread: false }
}

/** Of a payee, the latest first, as the person sees them. `billingId`: of one statement. */
export function readQuestionsOfPayee(
  database: Database,
  userId: string,
  { payee, personId }: Asker,
  billingId?: number,
): Promise<OwnQuestion[]> {
  return database
    .selectFrom('questions')
    .select([...COLUMNS, isUnread(personId).as('unread')])
    .where('userId', '=', userId)
    .where('payee', '=', payee)
    .$if(billingId !== undefined, (query) => query.where('billingId', '=', billingId ?? 0))
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

/** The answers to the person's questions that the person has not read, newest first. `length`: of their texts. */
export async function readUnreadAnswers(
  database: Database,
  userId: string,
  { payee, personId }: Asker,
  { most, length }: { most: number; length: number },
): Promise<OwnBell['entries']> {
  const { rows } = await sql<OwnBell['entries'][number]>`
    select id, billing_id, number, left(answer, ${length}) as answer, answered_at from questions
    where user_id = ${userId} and asked_by = ${personId} and payee = ${payee}
      and answer is not null and answer_read_at is null
    order by id desc limit ${most}`.execute(database)
  return rows
}

/** Throws 404 if it is not the person's. */
export async function markAnswerRead(
  database: Database,
  userId: string,
  { payee, personId }: Asker,
  id: number,
): Promise<void> {
  const { rows } = await sql`update questions set answer_read_at = coalesce(answer_read_at, now())
    where user_id = ${userId} and id = ${id} and asked_by = ${personId} and payee = ${payee}
      and answer is not null returning id`.execute(database)
  if (!rows.length) throw notFound()
}

/** The open ones of the account, oldest first; or all of one statement. */
export function readQuestions(
  database: Database,
  userId: string,
  billingId?: number,
): Promise<OfficeQuestion[]> {
  const query = database
    .selectFrom('questions')
    .select(OFFICE_COLUMNS)
    .where('userId', '=', userId)
    .orderBy('id')
    .limit(MOST_LISTED)
  if (billingId === undefined) return query.where('answer', 'is', null).execute()
  return query.where('billingId', '=', billingId).execute()
}

export type QuestionNews = {
  id: number
  billingId: number
  number: number
  askedBy: string
  /** The beginning. */
  text: string
  askedAt: string
}

/** The open ones of the account, newest first. `length`: of their texts. */
export async function readNewestQuestions(
  database: Database,
  userId: string,
  { most, length }: { most: number; length: number },
): Promise<QuestionNews[]> {
  const { rows } = await sql<QuestionNews>`
    select id, billing_id, number, asked_by, left(text, ${length}) as text, asked_at from questions
    where user_id = ${userId} and answer is null order by id desc limit ${most}`.execute(database)
  return rows
}

/** Throws 404, and 409 if someone has answered. */
export async function answerQuestion(
  work: Work,
  userId: string,
  answeredBy: string,
  id: number,
  answer: string,
): Promise<OfficeQuestion> {
  const answered = await work
    .updateTable('questions')
    .set({ answer, answeredBy, answeredAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('answer', 'is', null)
    .returning(OFFICE_COLUMNS)
    .executeTakeFirst()
  if (answered) return answered
  const { rows } =
    await sql`select from questions where user_id = ${userId} and id = ${id}`.execute(work)
  if (rows.length === 0) throw notFound()
  throw new RequestError(409, 'This question was already answered')
}

/** In a query of `questions`: answered, and not read by the person who asked. */
function isUnread(personId: string) {
  return sql<boolean>`asked_by = ${personId} and answer is not null and answer_read_at is null`
}
