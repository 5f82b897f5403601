/** The words around a change to many records. */
import { pluralizeRecords } from '#core/pluralize.ts'
import type { Listing } from '#core/entities/entity.ts'
import { confirmDelete } from '#core/messages.ts'
import type { BulkChange } from './use-bulk.ts'

/** "Set the payment status of 3 loads to Paid?" */
export function bulkQuestion(listing: Listing, change: BulkChange, count: number): string {
  if (!change.set) return confirmDelete(pluralizeRecords(listing, count))
  const words = Object.entries(change.set).map(([name, value]) => {
    const field = listing.fields[name]
    const option = field?.options?.find((one) => one.value === value)
    return `Set the ${field?.label.toLowerCase()} of ${pluralizeRecords(listing, count)} to ${option?.label ?? value}?`
  })
  return words.join(' ')
}

/** "3 loads updated successfully". */
export function doneMessage(listing: Listing, change: BulkChange, count: number): string {
  return `${pluralizeRecords(listing, count)} ${change.delete ? 'deleted' : 'updated'} successfully`
}
