/** Whether the rows of a list have one or two lines (SPEC C55). The browser keeps the person's choice, like the columns. */
import { useState } from 'react'
import type { ColumnOf } from '#core/entities/entity.ts'
import { readOwn, storeOwn } from '#web/api/own-storage.ts'

export type Density = ReturnType<typeof useDensity>

const ONE_LINE = 'one line'

/** `twoLines` is undefined if no column of the list has a second line. */
export function useDensity(list: string, columns: ColumnOf[]) {
  const key = `density.${list}`
  const [stored, setStored] = useState(() => readOwn(key))
  const hasSecond = columns.some(({ second }) => second)

  return {
    twoLines: hasSecond ? stored !== ONE_LINE : undefined,
    choose(twoLines: boolean) {
      const text = twoLines ? '' : ONE_LINE
      storeOwn(key, text)
      setStored(text)
    },
  }
}
