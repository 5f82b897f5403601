import { isSingleCharacter, noResultsText } from '#core/search/search.ts'

type PaletteState = {
  typed: string
  /** The number of records. */
  found: number
  hasCommands: boolean
  searching: boolean
  error: Error | null
}

/** The text below the palette's input; "" if the results need no text. */
export function paletteStatus({
  typed,
  found,
  hasCommands,
  searching,
  error,
}: PaletteState): string {
  if (error) return `Search failed: ${error.message}`
  const needsMore = isSingleCharacter(typed.trim())
  if (found || (hasCommands && !needsMore)) return ''
  return searching ? 'Searching...' : noResultsText(typed)
}
