import { isSingleCharacter, noResultsText } from '#core/search/search.ts'

type PaletteState = {
  typed: string
  /** The number of records. */
  found: number
  hasCommands: boolean
  searching: boolean
  error: Error | null
}

/** The line below the palette's box, "" if the results need none. */
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
