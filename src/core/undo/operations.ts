/** Constants and messages of undo, without the schemas: every screen loads them (SPEC C43–C46). */

/** The header that gives one operation's requests the same id, for example the parts of a bulk change. */
export const OPERATION_HEADER = 'operation-id'

/** The maximum number of records per undo request. The client sends more requests for the rest. */
export const LARGEST_UNDO = 500

/** A deletion of more records asks the user to type their number. */
export const MAX_DELETED_WITHOUT_NUMBER = 10

export const CAN_BE_UNDONE = 'You can undo this for 30 days.'

export const undoMessages = {
  nothing: 'Nothing to undo: this was already undone or is more than 30 days old',
  changedSince: 'Changed since then',
  goneSince: 'Deleted since then',
  recordsChanged: 'Your records changed at the same moment. Please try again.',
  exists: 'This record was already restored',
}
