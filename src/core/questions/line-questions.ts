/** Questions that a payee asks about a line of a statement, and the office's answers (SPEC C79). */
import { z } from 'zod'
import { linesOfText, shortText } from '#core/fields/checks.ts'

/** The maximum number of characters in a question or an answer. */
export const QUESTION_LENGTH = 2000

/** The maximum number of unanswered questions about one statement. */
export const MAX_OPEN_QUESTIONS = 20

/** The maximum number of unanswered questions of one payee, about all statements. */
export const MAX_OPEN_OF_PAYEE = 40

/** The key of a question about the statement as a whole. */
export const WHOLE_STATEMENT = 'statement'

const questionText = linesOfText('Question', QUESTION_LENGTH).min(1, 'Enter a question')
const answerText = linesOfText('Answer', QUESTION_LENGTH).min(1, 'Enter an answer')

/** `key` names a line of the statement: "line-12", "load-7", "balance-3" or "statement". */
export const askSchema = z.object({
  key: shortText('Line', 40),
  text: questionText,
})

export const answerSchema = z.object({ text: answerText })

const instant = z.string().describe('"2026-11-20T15:04:05.000Z"')

/** What the payee sees of a question. */
const lineQuestionResponse = z.object({
  id: z.int(),
  billingId: z.int().describe('The statement'),
  number: z.int().describe('Statement number'),
  key: z.string().describe('The line'),
  line: z.string().describe('What the line says, in English'),
  text: z.string(),
  askedAt: instant,
  answer: z.string().nullable(),
  answeredAt: instant.nullable(),
})

/** A question as the person who asked, or another member for the same payee, sees it. */
export const ownQuestionResponse = lineQuestionResponse.extend({
  unread: z.boolean().describe('You asked, and have not read the answer yet'),
})

/** What the office sees of a question. */
export const officeQuestionResponse = lineQuestionResponse.extend({
  truck: z.string().describe('Number of the truck, as printed'),
  payeeName: z.string().nullable().describe('As printed'),
  askedBy: z.uuid().describe('The person'),
  answeredBy: z.uuid().nullable().describe('The person'),
})

export type OwnQuestion = z.output<typeof ownQuestionResponse>
export type LineQuestion = z.output<typeof lineQuestionResponse>
export type OfficeQuestion = z.output<typeof officeQuestionResponse>
