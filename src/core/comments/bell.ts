/** The bell: what concerns the person who is signed in (SPEC C86). */
import { z } from 'zod'

/** Counting stops here: the bell shows "99+". */
export const MOST_COUNTED = 100
/** The most entries of each kind in the bell; the newest are shown. */
export const BELL_ENTRIES = 10
/** The most characters of a text in the bell. */
export const EXCERPT_LENGTH = 160

const bellEntrySchema = z.object({
  kind: z.enum(['mention', 'answer', 'question', 'papers']),
  id: z.int().describe('Of the comment or the question; of papers, the load'),
  subject: z.enum(['loads', 'billing']),
  subjectId: z.int(),
  label: z.string().describe('"Load 1042", "Statement #7", "Settlement of truck 12, 11/20/2026"'),
  author: z.string(),
  text: z.string().describe('The beginning of the text'),
  createdAt: z.iso.datetime(),
})

export type BellEntry = z.output<typeof bellEntrySchema>

export const bellSchema = z.object({
  mentions: z.int().describe(`Mentions and answers not read yet, at most ${MOST_COUNTED}`),
  questions: z
    .int()
    .describe(`Questions of truck owners and drivers without an answer, at most ${MOST_COUNTED}`),
  papers: z
    .int()
    .describe(
      `Loads with papers from drivers or owners that you have not opened, at most ${MOST_COUNTED}`,
    ),
  entries: z.array(bellEntrySchema).describe('The newest of each kind, newest first'),
})

export type Bell = z.output<typeof bellSchema>

/** What someone addressed to the person. Drafts to approve are work of the week, not news. */
export function countNews({ mentions, questions, papers }: Bell): number {
  return mentions + questions + papers
}

/** "3", "99+". */
export function formatCount(count: number): string {
  return count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count)
}
