/** Texts of a bulk change. */
import { pluralizeRecords } from '#core/pluralize.ts'
import type { Listing } from '#core/entities/entity.ts'
import { confirmDelete } from '#core/messages.ts'
import type { BulkChange } from './use-bulk.ts'

/** "Set the payment status of 3 loads to Paid?" */
export function bulkQuestion(listing: Listing, change: BulkChange, count: number): string {
  if (!change.set) return confirmDelete(pluralizeRecords(listing, count))
  const questions = Object.entries(change.set).map(([name, value]) => {
    const field = listing.fields[name]
    const option = field?.options?.find((choice) => choice.value === value)
    return `Set the ${field?.label.toLowerCase()} of ${pluralizeRecords(listing, count)} to ${option?.label ?? value}?`
  })
  return questions.join(' ')
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
export function alreadyDone(listing: Listing, change: BulkChange, done: number): string {
  const verb = change.delete ? 'deleted' : 'updated'
  return `${pluralizeRecords(listing, done)} ${done === 1 ? 'was' : 'were'} already ${verb}.`
}
