import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import type { ColumnOf } from '#core/entities/entity.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import type { Columns } from './use-columns.ts'
import type { Density } from './use-density.ts'

type ChooseColumnsProps = {
  columns: Columns
  density: Density
  onChoose: (columns: ColumnOf[]) => void
}

export function ChooseColumns({ density, ...choices }: ChooseColumnsProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label="Choose columns"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary">
          <Columns3 aria-hidden className="size-4" />
          Columns
        </Button>
      }
    >
      {density.twoLines !== undefined && (
        <div role="group" aria-label="Rows" className="mb-2 grid border-b border-line pb-2">
          <CheckLine
            label="Second line in rows"
            checked={density.twoLines}
            onChange={density.choose}
          />
        </div>
      )}
      <ColumnChoices {...choices} />
    </Popover>
  )
}

/** A click applies immediately. The first column is not offered: it names the record. */
export function ColumnChoices({ columns, onChoose }: Omit<ChooseColumnsProps, 'density'>) {
  const { all, shown } = columns

  function choose(column: ColumnOf, chosen: boolean) {
    const name = columnName(column)
    const names = shown.map(columnName).filter((shownName) => shownName !== name)
    onChoose(all.filter((other) => [...names, chosen ? name : ''].includes(columnName(other))))
  }

  return (
    <div role="group" aria-label="Columns" className="grid">
      {all.slice(1).map((column) => (
        <CheckLine
          key={columnName(column)}
          label={column.title}
          checked={shown.some((other) => columnName(other) === columnName(column))}
          onChange={(chosen) => choose(column, chosen)}
        />
      ))}
      <Button variant="ghost" className="mt-1 justify-self-start" onClick={() => onChoose([])}>
        Reset to default
      </Button>
    </div>
  )
}

function columnName({ fields: [name] }: ColumnOf): string {
  return name
}
