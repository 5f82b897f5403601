import { memo } from 'react'
import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import { classes } from '#web/ui/classes.ts'
import { Cell, isFigure, isShort } from './cell.tsx'
import { rowName } from '#web/records/format.ts'
import { SelectBox } from '#web/records/selection/select-box.tsx'
import { RowActions, type OpenMenu, type RowAction } from './row-action.tsx'
import { rowProps } from '#web/records/list/use-row-keys.ts'

type RecordRowProps = {
  entity: Listing
  columns: ColumnOf[]
  record: AnyRecord
  actions: (record: AnyRecord) => RowAction[]
  onMenu: OpenMenu
  selected: boolean
  /** Whether cells have their second lines. */
  second: boolean
  /** Undefined if rows cannot be selected. */
  onSelect: ((id: number, selected: boolean, range: boolean) => void) | undefined
}

/** Memoized: a click on one row's checkbox does not render the others. */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { entity, columns, record, actions, onMenu, selected, second, onSelect } = props
  const name = rowName(entity, columns, record)
  return (
    <tr
      {...rowProps(record.id)}
      data-selected={selected || undefined}
      className="group scroll-my-9 focus-visible:-outline-offset-2"
    >
      {onSelect && (
        <td className={classes(CELL, 'sticky left-0 z-10 w-11 min-w-11 print:hidden')}>
          <SelectBox
            label={`Select ${name}`}
            checked={selected}
            onChange={(checked, range) => onSelect(record.id, checked, range)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.fields[0]}
          className={classes(
            CELL,
            index === 0 && 'sticky z-10',
            index === 0 && (onSelect ? 'left-11 pr-3 print:pl-3' : 'left-0 px-3'),
            index > 0 && 'px-3',
            isFigure(entity, column) && 'text-right tabular-nums',
            isShort(entity, column) && 'whitespace-nowrap',
          )}
        >
          <Cell {...{ entity, column, record, second }} />
        </td>
      ))}
      <td className={classes(CELL, 'sticky right-0 z-10 border-l px-1 print:hidden', COVERS)}>
        <RowActions actions={actions(record)} name={name} onMenu={onMenu} />
      </td>
    </tr>
  )
})

/** A shadow on the columns that the Actions column covers. */
export const COVERS = 'group-data-hidden-columns/rows:shadow-[-6px_0_6px_-4px_var(--color-line)]'

const CELL =
  'h-9 border-b border-line bg-surface py-0 align-middle leading-5 group-data-two-lines/rows:h-12 group-last:border-b-0 group-hover:bg-hover group-data-selected:bg-accent-soft'
