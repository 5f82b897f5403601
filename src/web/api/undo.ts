/** Undo of a deletion, a bulk change or an import, offered in a toast (SPEC C43, C44). */
import { useSyncExternalStore } from 'react'
import { OPERATION_HEADER } from '#core/undo/operations.ts'
import type { UndoneInPart, UndoResponse } from '#core/undo/undo.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'
import { request } from './client.ts'
import { refetchLists } from './queries.ts'
import { newKey } from './request-key.ts'
import { sendInParts } from './server-questions.ts'

/** An operation's id, chosen before the request: a lost response can be undone too. */
export const newOperation = newKey

/** Requests with the same operation are undone together. */
export function operationHeaders(operation: string): Record<string, string> {
  return { [OPERATION_HEADER]: operation }
}

export type Offer = {
  /** What was done: "3 loads deleted successfully". */
  title: string
  description?: string | undefined
  operation: string
  /** The toast after an undo: "3 loads restored". */
  undone: (count: number) => string
  /** The button's label instead of "Undo", if an undo does not undo everything. */
  label?: string | undefined
}

/** A toast with Undo. It stays until it is dismissed or replaced. */
export function offerUndo(offer: Offer): void {
  toast(offer.title, offer.description, undoAction(offer))
}

/** The button of a toast that undoes an operation. */
export function undoAction({ label = 'Undo', ...operation }: Omit<Offer, 'title'>) {
  return { label, run: () => void undo(operation) }
}

/** Undoes an operation in parts, and reports what could not be undone. */
export async function undo({
  operation,
  undone,
}: Pick<Offer, 'operation' | 'undone'>): Promise<void> {
  const all = { done: 0, failed: [] as UndoneInPart[], notes: [] as UndoneInPart[] }
  toast('Undoing...')
  const path = `/api/operations/${operation}/undo`
  const endParts = sendInParts(path)
  try {
    let before: number | null | undefined
    do {
      const body = before ? { before } : {}
      const part = await request<UndoResponse>('POST', path, { body })
      before = part.next
      all.done += part.done
      all.failed.push(...part.failed)
      all.notes.push(...part.notes)
    } while (before)
    reportUndo(undone(all.done), all)
  } catch (error) {
    const run = () => void undo({ operation, undone })
    const reason = error instanceof Error ? error.message : String(error)
    toastFailure('Failed to undo', reason, { label: 'Try Again', run })
  } finally {
    endParts()
    await refetchLists()
  }
}

/** `heading`: the heading of the notes, instead of "Partly restored". */
export type UndoReport = { title: string; heading?: string } & Pick<
  UndoResponse,
  'failed' | 'notes'
>

let report: UndoReport | undefined
const listeners = new Set<() => void>()

/** Shows a toast, and a report if something could not be undone completely. */
export function reportUndo(title: string, result: Pick<UndoResponse, 'failed' | 'notes'>): void {
  toast(title)
  if (result.failed.length || result.notes.length) showReport({ title, ...result })
}

export function showReport(next: UndoReport | undefined): void {
  report = next
  for (const listener of listeners) listener()
}

export function useUndoReport(): UndoReport | undefined {
  return useSyncExternalStore(subscribe, () => report)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
