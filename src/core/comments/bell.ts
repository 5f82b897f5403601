/** The bell: what concerns the person who is signed in (SPEC C86). */
import { z } from 'zod'

/** Counting stops at this number, which the bell shows as "99+". */
export const MAX_COUNTED = 100
/** The maximum number of entries of each kind in the bell. The newest are shown. */
export const BELL_ENTRIES = 10
/** The maximum number of characters of a text in the bell. */
export const EXCERPT_LENGTH = 160

const bellEntrySchema = z.object({
  kind: z.enum(['mention', 'answer', 'question', 'papers']),
  id: z.int().describe('Id of the comment or the question; for documents, of the load'),
  subject: z.enum(['loads', 'billing']),
  subjectId: z.int(),
  label: z.string().describe('"Load 1042", "Statement #7", "Settlement of truck 12, 11/20/2026"'),
  author: z.string(),
  text: z.string().describe('The beginning of the text'),
  createdAt: z.iso.datetime(),
})

export type BellEntry = z.output<typeof bellEntrySchema>

export const bellSchema = z.object({
  mentions: z.int().describe(`Mentions and answers not read yet, at most ${MAX_COUNTED}`),
  questions: z
    .int()
    .describe(`Questions of truck owners and drivers without an answer, at most ${MAX_COUNTED}`),
  papers: z
    .int()
    .describe(
      `Loads with documents from drivers or owners that you have not opened, at most ${MAX_COUNTED}`,
    ),
  entries: z.array(bellEntrySchema).describe('The newest of each kind, newest first'),
})

export type Bell = z.output<typeof bellSchema>

/** Counts what others sent to the person. Drafts to approve are the week's work, not news. */
export function countNews({ mentions, questions, papers }: Bell): number {
  return mentions + questions + papers
}

/** "3", "99+". */
export function formatCount(count: number): string {
  return count >= MAX_COUNTED ? `${MAX_COUNTED - 1}+` : String(count)
}
