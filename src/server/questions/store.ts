/** The questions about lines of statements (SPEC C79). A question never changes; it gets one answer. */
import { sql } from 'kysely'
import {
  MAX_OPEN_OF_PAYEE,
  MAX_OPEN_QUESTIONS,
  type OwnQuestion,
  type OfficeQuestion,
} from '#core/questions/line-questions.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound, RequestError } from '#server/errors.ts'
import { isUnread, type Asker } from './answers.ts'

/** The most questions of a payee in one response. */
const MAX_LISTED = 200
/** The most questions on one page of the office. */
const PAGE = 50

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

/** Throws 409 if the statement or its payee has too many open questions. */
export async function addQuestion(
  work: Work,
  userId: string,
  { key, line, ...question }: NewQuestion,
): Promise<OwnQuestion> {
  await lockPayee(work, userId, question.payee)
  const open = await work
    .selectFrom('questions')
    .select('billingId')
    .where('userId', '=', userId)
    .where('payee', '=', question.payee)
    .where('answer', 'is', null)
    .execute()
  const ofStatement = open.filter(({ billingId }) => billingId === question.billingId)
  if (ofStatement.length >= MAX_OPEN_QUESTIONS)
    throw tooManyError(`This statement has ${MAX_OPEN_QUESTIONS} unanswered questions.`)
  if (open.length >= MAX_OPEN_OF_PAYEE)
    throw tooManyError(`You have ${MAX_OPEN_OF_PAYEE} unanswered questions.`)
  const asked = await work
    .insertInto('questions')
    .values({ userId, lineKey: key, lineText: line, ...question })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return { ...asked, unread: false }
}

function tooManyError(message: string): RequestError {
  return new RequestError(409, `${message} Wait for an answer first.`)
}

/** Locks the payee, so that concurrent requests can't exceed the limit. `payee`: "owner:12" or "driver:7". */
async function lockPayee(work: Work, userId: string, payee: string): Promise<void> {
  const [kind, id] = payee.split(':')
  await work
    .selectFrom(kind === 'owner' ? 'owners' : 'drivers')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', Number(id))
    .forNoKeyUpdate()
    .execute()
}

/** The questions of a payee as the person sees them, latest first. */
export function readQuestionsOfPayee(
  database: Database,
  userId: string,
  asker: Asker,
): Promise<OwnQuestion[]> {
  return selectLatest(database, userId, asker).execute()
}

/** The questions about one statement of a payee, as a conversation: oldest first. */
export async function readQuestionsOfStatement(
  database: Database,
  userId: string,
  asker: Asker,
  billingId: number,
): Promise<OwnQuestion[]> {
  const latest = selectLatest(database, userId, asker).where('billingId', '=', billingId)
  return (await latest.execute()).toReversed()
}

function selectLatest(database: Database, userId: string, { payee, personId }: Asker) {
  return database
    .selectFrom('questions')
    .select([...COLUMNS, isUnread(personId).as('unread')])
    .where('userId', '=', userId)
    .where('payee', '=', payee)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
}

/** `billingId`: all questions of this statement instead of the open ones. `after`: the last question of the previous page. */
export type QuestionPage = { billingId?: number | undefined; after?: number | undefined }

/**
 * Reads a page of the account's open questions, or of one statement's questions, oldest first. `total`: the count on all
 * pages.
 */
export async function readQuestions(
  database: Database,
  userId: string,
  { billingId, after = 0 }: QuestionPage,
): Promise<{ questions: OfficeQuestion[]; total: number }> {
  const all = database
    .selectFrom('questions')
    .where('userId', '=', userId)
    .$if(billingId === undefined, (query) => query.where('answer', 'is', null))
    .$if(billingId !== undefined, (query) => query.where('billingId', '=', billingId ?? 0))
  const page = all.select(OFFICE_COLUMNS).where('id', '>', after).orderBy('id').limit(PAGE)
  const count = all.select(sql<number>`count(*)::integer`.as('total'))
  const [questions, { total }] = await Promise.all([
    page.execute(),
    count.executeTakeFirstOrThrow(),
  ])
  return { questions, total }
}

export type QuestionNews = {
  id: number
  billingId: number
  number: number
  askedBy: string
  /** The beginning of the text. */
  text: string
  askedAt: string
}

/** Reads the account's open questions, newest first. `length`: the most characters of each text. */
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

/** Answers a question. Throws 404, and 409 if someone has already answered. */
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
