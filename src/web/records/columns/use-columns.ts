/** A list's columns: those in the address (a saved view names its own), or else the person's last choice in this browser. */
import { useState } from 'react'
import { defaultColumns, allColumns, type ColumnOf, type Listing } from '#core/entities/entity.ts'
import { readOwn, storeOwn } from '#web/api/own-storage.ts'

export type Columns = ReturnType<typeof useColumns>

/** `fromAddress`: the first field of each column, separated by commas, or "". */
export function useColumns(listing: Listing, fromAddress: string) {
  const key = `columns.${listing.name}`
  const [stored, setStored] = useState(() => readOwn(key))
  const names = fromAddress || stored
  const all = allColumns(listing)
  const shown = names ? pickColumns(all, names.split(',')) : defaultColumns(listing)

  return {
    all,
    shown,
    /** The shown columns as text; "" for the default columns. */
    names,
    /** An empty list resets to the default columns. */
    choose(columns: ColumnOf[]) {
      const text = columns.map(({ fields: [name] }) => name).join(',')
      storeOwn(key, text)
      setStored(text)
    },
  }
}

/** Always includes the first column, which names the record. */
function pickColumns([first, ...others]: ColumnOf[], names: string[]): ColumnOf[] {
  const chosen = others.filter(({ fields: [name] }) => names.includes(name))
  return first ? [first, ...chosen] : chosen
}
