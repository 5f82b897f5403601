/** Restores deleted rows that do not belong to an entity: drafts of settlements, recurring deductions, documents (SPEC C87). */
import { sql } from 'kysely'
import { markRestored } from '#server/database/audit.ts'
import type { Restored } from '#core/undo/undo.ts'
import type { Work } from '#server/database/open.ts'
import { restoreDocument } from '#server/documents/trash.ts'
import { restoreRule } from '#server/settlements/deductions/truck-rules.ts'
import { restoreDraft } from '#server/settlements/settlement/restore-draft.ts'
import type { DeletedRow } from './keep.ts'
import { deleteSteps, describeStep, type Outcome, type Step } from './steps.ts'

type Restore = (work: Work, userId: string, before: unknown) => Promise<Restored>

const RESTORE: Record<DeletedRow['subject'], Restore> = {
  billing: restoreDraft,
  deduction_rules: restoreRule,
  documents: restoreDocument,
}

/** Undefined if the rows of the table are restored as records. */
export function findRestore(subject: string): Restore | undefined {
  return Object.hasOwn(RESTORE, subject) ? RESTORE[subject as DeletedRow['subject']] : undefined
}

/** Throws the database's errors, and those of the feature that the rows belong to. */
export async function restoreOthers(
  work: Work,
  userId: string,
  restore: Restore,
  steps: Step[],
): Promise<Outcome> {
  const outcome: Outcome = { done: [], failed: [], notes: [] }
  for (const step of steps) {
    const result = await restore(work, userId, await readBefore(work, userId, step))
    if ('failed' in result) {
      outcome.failed.push(describeStep(step, result.failed))
      continue
    }
    outcome.done.push(step)
    outcome.notes.push(...result.notes.map((note) => describeStep(step, note)))
    await markRestored(work, userId, step.subject, [step.recordId])
  }
  await deleteSteps(work, userId, outcome.done)
  return outcome
}

async function readBefore(work: Work, userId: string, { id }: Step): Promise<unknown> {
  const { rows } = await sql<{ before: unknown }>`
    select before from undo_records where user_id = ${userId} and id = ${id}`.execute(work)
  return rows[0]?.before
}
