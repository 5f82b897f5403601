/** Undoes an operation, or restores one record from the trash (SPEC C43, C44). */
import { sql } from 'kysely'
import { loadCharges } from '#core/charges/charges.ts'
import type { AnyRecord, Stored } from '#core/entities/entity.ts'
import type { SettledAnswer } from '#core/settlements/adjustments/settled-change.ts'
import type { Member } from '#core/team/member.ts'
import { LARGEST_UNDO, undoMessages } from '#core/undo/operations.ts'
import type { Restored, UndoneInPart, UndoResponse } from '#core/undo/undo.ts'
import { markRestored } from '#server/database/audit.ts'
import { withFieldErrors } from '#server/database/constraint-errors.ts'
import type { Database, Work } from '#server/database/open.ts'
import {
  codeOf,
  FOREIGN_KEY_VIOLATION,
  inTransaction,
  UNIQUE_VIOLATION,
} from '#server/database/transaction.ts'
import { restoreDocument } from '#server/documents/trash.ts'
import { badField, RequestError } from '#server/errors.ts'
import { askAboutSettled } from '#server/settlements/adjustments/ask-settled.ts'
import { restoreRule } from '#server/settlements/deductions/truck-rules.ts'
import { restoreDraft } from '#server/settlements/settlement/restore-draft.ts'
import { type DeletedRow, findEntity } from './keep.ts'
import { ownSteps } from './own-steps.ts'
import { removeCreated } from './remove.ts'
import { findTaken, readUnique, restoreDeleted } from './restore.ts'
import { revertCharges } from './revert-charges.ts'
import { revertChanged } from './revert.ts'
import {
  deleteSteps,
  describeStep,
  lockSteps,
  type Outcome,
  type Step,
  type UndoSteps,
} from './steps.ts'

const UNDO: Record<Step['action'], UndoSteps> = {
  created: removeCreated,
  changed: revertChanged,
  deleted: (work, member, entity, steps) => restoreDeleted(work, member, entity, steps),
}

/** `before`: undoes only the steps below. `settled`: the answer to the question about loads on locked statements (SPEC C360). */
type UndoOptions = { before?: number | undefined; settled?: SettledAnswer | undefined }

/**
 * Undoes up to 500 records, the last ones first, starting below the step `before`. Records that can't be undone stay
 * as they are and are listed. Throws 404 if there is nothing to undo, and 409 if records changed at the same moment, the
 * charges of one load changed since, or loads of locked statements change (SPEC C360).
 */
export function undoOperation(
  database: Database,
  member: Member,
  operation: string,
  { before, settled }: UndoOptions = {},
): Promise<UndoResponse> {
  return rejectIfChanged(() =>
    inTransaction(database, async (work) => {
      const from = before === undefined ? sql`` : sql` and id < ${before}`
      const condition = sql`operation = ${operation}${from} and ${ownSteps(member)}`
      const steps = await lockSteps(work, member.accountId, condition, LARGEST_UNDO)
      if (!steps.length && before === undefined) throw nothingToUndo()
      const response: UndoResponse = { done: 0, failed: [], notes: [], next: null }
      await askAboutSettled(work, toChange(member, settled), listLoads(steps), async () => {
        for (const run of groupRuns(steps)) {
          const { done, failed, notes } = await undoRun(work, member, run)
          if (isOneLoad(steps) && failed[0]) throw chargesStay(failed[0])
          response.done += done.length
          response.failed.push(...failed)
          response.notes.push(...notes)
        }
      })
      if (steps.length === LARGEST_UNDO) response.next = steps.at(-1)?.id ?? null
      return response
    }),
  )
}

function toChange({ accountId: userId, permissions }: Member, settled: SettledAnswer | undefined) {
  return { userId, permissions, settled }
}

/** Throws 404, 409 at the field if another record has its number now, and 400 if `set` is invalid. */
export function restoreFromTrash(
  database: Database,
  member: Member,
  id: number,
  set: Record<string, string | null> = {},
  settled?: SettledAnswer,
): Promise<UndoResponse> {
  return rejectIfChanged(() =>
    inTransaction(database, async (work) => {
      const userId = member.accountId
      const condition = sql`id = ${id} and action = 'deleted' and ${ownSteps(member)}`
      const [step] = await lockSteps(work, userId, condition, 1)
      const restore = step && findRestore(step.subject)
      if (restore) return restoreOther(work, userId, restore, step)
      const entity = step && findEntity(step.subject)
      if (!step || !entity) throw nothingToUndo()
      const values = checkUnique(entity, set)
      const taken = (await findTaken(work, userId, entity, [step], values)).get(step.id)
      if (taken) {
        const fields = Object.fromEntries(taken.map(({ name, message }) => [name, [message]]))
        throw new RequestError(409, taken[0]?.message ?? '', { fields })
      }
      const stored = { ...(await readUnique(work, userId, entity, step)), ...values }
      const { done, failed, notes } = await withFieldErrors(
        entity.name,
        entity.fields,
        stored,
        () =>
          askAboutSettled(work, toChange(member, settled), listLoads([step]), () =>
            restoreDeleted(work, member, entity, [step], values),
          ),
      )
      if (failed[0]) throw new RequestError(409, failed[0].message)
      return { done: done.length, failed, notes, next: null }
    }),
  )
}

/** Restores a row of another table. Throws 409 if that is not possible. */
async function restoreOther(
  work: Work,
  userId: string,
  restore: NonNullable<ReturnType<typeof findRestore>>,
  step: Step,
): Promise<UndoResponse> {
  const { done, failed, notes } = await restoreOthers(work, userId, restore, [step])
  if (failed[0]) throw new RequestError(409, failed[0].message)
  return { done: done.length, failed, notes, next: null }
}

/** Only numbers that must be unique can be given another value. Throws 400. */
function checkUnique({ fields }: Stored, set: Record<string, string | null>): Partial<AnyRecord> {
  const checked: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(set)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field?.unique) throw badField(name, `${name} can't be set`)
    const result = field.schema.safeParse(value ?? '')
    if (!result.success) throw badField(name, result.error.issues[0]?.message ?? 'Invalid input')
    checked[name] = result.data
  }
  return checked
}

/** Consecutive steps of one action and table are undone together, but only one step of each record. */
function groupRuns(steps: Step[]): Step[][] {
  const runs: Step[][] = []
  const records = new Set<number>()
  for (const step of steps) {
    const last = runs.at(-1)
    if (last && continues(last, step) && !records.has(step.recordId)) last.push(step)
    else {
      runs.push([step])
      records.clear()
    }
    records.add(step.recordId)
  }
  return runs
}

function continues([first]: Step[], { action, subject }: Step): boolean {
  return first?.action === action && first.subject === subject
}

async function undoRun(work: Work, member: Member, run: Step[]): Promise<Outcome> {
  const [first] = run
  if (first?.subject === loadCharges.name) return revertCharges(work, member, run)
  const restore = first && findRestore(first.subject)
  if (restore) return restoreOthers(work, member.accountId, restore, run)
  const entity = first && findEntity(first.subject)
  if (!first || !entity) throw nothingToUndo()
  return UNDO[first.action](work, member, entity, run)
}

/** The loads that the steps change. A truck, driver or broker that is restored changes no figure of a locked statement. */
function listLoads(steps: Step[]): number[] {
  const ids = steps.filter(({ subject }) => OF_LOADS.has(subject)).map(({ recordId }) => recordId)
  return [...new Set(ids)]
}

const OF_LOADS = new Set<string>(['loads', loadCharges.name])

/** True if the steps are those of one load whose charges were saved. */
function isOneLoad([first, second]: Step[]): boolean {
  return first?.subject === loadCharges.name && !second
}

function chargesStay({ label, message }: UndoneInPart): RequestError {
  return new RequestError(409, `${label}: ${message}`)
}

function nothingToUndo(): RequestError {
  return new RequestError(404, undoMessages.nothing)
}

/** A number was taken, or a linked record was deleted, after it was checked. */
async function rejectIfChanged<Result>(undo: () => Promise<Result>): Promise<Result> {
  try {
    return await undo()
  } catch (error) {
    if (![UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION].includes(codeOf(error))) throw error
    throw new RequestError(409, undoMessages.recordsChanged)
  }
}

// Restores deleted rows that do not belong to an entity: drafts of settlements, recurring deductions, documents (SPEC C87).

type Restore = (work: Work, userId: string, before: unknown) => Promise<Restored>

const RESTORE: Record<DeletedRow['subject'], Restore> = {
  billing: restoreDraft,
  deduction_rules: restoreRule,
  documents: restoreDocument,
}

/** Undefined if the rows of the table are restored as records. */
function findRestore(subject: string): Restore | undefined {
  return Object.hasOwn(RESTORE, subject) ? RESTORE[subject as DeletedRow['subject']] : undefined
}

/** Throws the database's errors, and those of the feature that the rows belong to. */
async function restoreOthers(
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
