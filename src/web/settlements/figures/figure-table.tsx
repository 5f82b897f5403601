import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { CELL, FIGURE } from './figure-cells.ts'

type FigureTableProps = {
  caption: string
  heads: readonly string[]
  /** From this column on they are figures, one below the other. */
  firstFigure: number
  children: ReactNode
}

/** The head of a table that is added up; `children` are its rows. */
export function FigureTable({ caption, heads, firstFigure, children }: FigureTableProps) {
  return (
    <table className="records w-full border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th
              key={head}
              scope="col"
              className={classes(
                CELL,
                'bg-head font-medium',
                index >= firstFigure ? FIGURE : 'text-left',
              )}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
