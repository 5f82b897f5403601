/** Which columns a list shows: those of the address (a saved view names its own), else those chosen last in this browser. */
import { useState } from 'react'
import { defaultColumns, allColumns, type ColumnOf, type Listing } from '#core/entities/entity.ts'

export type Columns = ReturnType<typeof useColumns>

/** `asked`: first fields divided by commas, "" where the address does not say. */
export function useColumns(listing: Listing, asked: string) {
  const place = `columns.${listing.name}`
  const [kept, setKept] = useState(() => read(place))
  const names = asked || kept
  const every = allColumns(listing)
  const shown = names ? readChosen(every, names.split(',')) : defaultColumns(listing)

  return {
    every,
    shown,
    /** The same as text, "" for the list's own. */
    names,
    /** An empty list: the list's own columns again. */
    choose(columns: ColumnOf[]) {
      const text = columns.map(({ fields: [name] }) => name).join(',')
      keep(place, text)
      setKept(text)
    },
  }
}

/** The first column says which record a row is: it always stays. */
function readChosen([first, ...others]: ColumnOf[], names: string[]): ColumnOf[] {
  const chosen = others.filter(({ fields: [name] }) => names.includes(name))
  return first ? [first, ...chosen] : chosen
}

/** Where a browser keeps nothing for us the choice lasts as long as the page. */
function read(place: string): string {
  try {
    return localStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

function keep(place: string, text: string): void {
  try {
    localStorage.setItem(place, text)
  } catch {
    // Private windows of some browsers refuse: the choice lasts as long as the page.
  }
}
