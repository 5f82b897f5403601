/** What a form saves with its record in the same request, for example the charges of a load. */
export type FormParts = {
  changed: boolean
  /** What the request sends besides the record. Null if the user must correct something; it then shows where. */
  read: () => Record<string, unknown> | null
  /** The server's messages, by field. */
  showErrors: (fields: Record<string, string[]>) => void
  /** Starts over from what is stored. */
  reset: () => void
}
