import { memo, type ReactNode } from 'react'
import type { AnyRecord, ColumnOf, Listing } from '#core/entities/entity.ts'
import { classes } from '#web/ui/classes.ts'
import { Cell, isFigure, isShort } from './cell.tsx'
import { recordLabel } from '#web/records/format.ts'
import { SelectBox } from '#web/records/selection/select-box.tsx'
import { rowProps } from './use-row-keys.ts'

type RecordRowProps = {
  entity: Listing
  columns: ColumnOf[]
  record: AnyRecord
  actions: (record: AnyRecord) => ReactNode
  selected: boolean
  /** Undefined if rows cannot be selected. */
  onSelect: ((id: number, selected: boolean, range: boolean) => void) | undefined
}

/** Memoized: a click on one row's checkbox does not render the others. */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { entity, columns, record, actions, selected, onSelect } = props
  return (
    <tr
      {...rowProps(record.id)}
      data-selected={selected || undefined}
      className="group scroll-my-10 focus-visible:-outline-offset-2"
    >
      {onSelect && (
        <td className={classes(CELL, 'sticky left-0 z-10 w-11 min-w-11 print:hidden')}>
          <SelectBox
            label={`Select ${recordLabel(entity, record)}`}
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
          <Cell entity={entity} column={column} record={record} />
        </td>
      ))}
      <td className={classes(CELL, 'sticky right-0 z-10 border-l px-2 print:hidden')}>
        <div className="flex justify-end gap-0.5">{actions(record)}</div>
      </td>
    </tr>
  )
})

const CELL =
  'border-b border-line bg-surface py-1 align-middle group-last:border-b-0 group-hover:bg-hover group-data-selected:bg-accent-soft'
