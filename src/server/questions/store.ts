/** The questions about lines of statements (SPEC C79). A question never changes; it gets one answer. */
import { sql } from 'kysely'
import {
  MOST_OPEN_QUESTIONS,
  type LineQuestion,
  type OfficeQuestion,
} from '#core/questions/line-questions.ts'
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

/** Throws 409 if the statement has too many open questions. */
export async function addQuestion(
  work: Work,
  userId: string,
  { key, line, ...question }: NewQuestion,
): Promise<LineQuestion> {
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
  return work
    .insertInto('questions')
    .values({ userId, lineKey: key, lineText: line, ...question })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Of a payee, the latest first. `billingId`: of one statement. */
export function readQuestionsOfPayee(
  database: Database,
  userId: string,
  payee: string,
  billingId?: number,
): Promise<LineQuestion[]> {
  return database
    .selectFrom('questions')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .where('payee', '=', payee)
    .$if(billingId !== undefined, (query) => query.where('billingId', '=', billingId ?? 0))
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()
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
