/** Texts of a bulk change. */
import { pluralizeRecords } from '#core/pluralize.ts'
import type { Listing } from '#core/entities/entity.ts'
import { confirmDeleteMessage } from '#core/messages.ts'
import type { Offer } from '#web/api/undo.ts'
import type { BulkChange } from './use-bulk.ts'

/** "Are you sure you want to delete 3 loads?", "Change 3 loads". */
export function bulkQuestion(listing: Listing, change: BulkChange, count: number): string {
  const records = pluralizeRecords(listing, count)
  return change.set ? `Change ${records}` : confirmDeleteMessage(records)
}

/** After an undo: "3 loads restored", "3 loads reverted". */
function undoneMessage(listing: Listing, change: BulkChange, count: number): string {
  return `${pluralizeRecords(listing, count)} ${change.delete ? 'restored' : 'reverted'}`
}

/** The undo of a bulk change, even one that stopped partway. Undefined if nothing was changed. */
export function describeUndo(
  listing: Listing,
  change: BulkChange,
  operation: string,
  done: number,
): Offer | undefined {
  if (!done) return undefined
  return {
    title: doneMessage(listing, change, done),
    operation,
    undone: (count) => undoneMessage(listing, change, count),
  }
}

/** "3 loads updated successfully". */
export function doneMessage(listing: Listing, change: BulkChange, count: number): string {
  return `${pluralizeRecords(listing, count)} ${change.delete ? 'deleted' : 'updated'} successfully`
}

/** The button that starts the change: "Update 12 Loads". */
export function bulkLabel(listing: Listing, change: BulkChange, count: number): string {
  if (change.delete) return 'Delete'
  return `Update ${count.toLocaleString('en-US')} ${count === 1 ? listing.singular : listing.title}`
}

/** Shown if a change stops partway: "40 loads were already updated." */
export function partlyDoneMessage(listing: Listing, change: BulkChange, done: number): string {
  const verb = change.delete ? 'deleted' : 'updated'
  return `${pluralizeRecords(listing, done)} ${done === 1 ? 'was' : 'were'} already ${verb}.`
}
