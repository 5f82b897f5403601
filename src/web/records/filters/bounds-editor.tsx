import { useState, type FormEvent } from 'react'
import { allowsBlank, boundNames, NONE } from '#core/lists/filters.ts'
import { today } from '#web/api/today.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { applyBounds, boundError, readBounds, toTypedBounds } from './bounds.ts'
import { BLANK } from './filter-text.ts'
import type { EditorProps } from './props.ts'

const LABELS = ['From', 'To']

export function BoundsEditor({ filter, filters, onChange, onDone }: EditorProps) {
  const [typed, setTyped] = useState(() => toTypedBounds(filter, filters, today()))
  const [checked, setChecked] = useState(false)
  const names = boundNames(filter)
  const bounds = readBounds(filter, typed)

  function apply(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    const applied = applyBounds(filter, bounds, filters, today())
    if (!applied) return
    onChange(applied)
    onDone()
  }

  function chooseBlank(isBlank: boolean) {
    const noBounds = Object.fromEntries(names.map((name) => [name, '']))
    onChange({ ...filters, ...(isBlank && noBounds), [filter.name]: isBlank ? NONE : '' })
    onDone()
  }

  const Input = filter.kind === 'day' ? DayInput : MoneyInput
  return (
    <form noValidate onSubmit={apply} className="grid gap-1">
      {names.map((name, index) => (
        <Labeled
          key={name}
          label={LABELS[index] ?? ''}
          name={name}
          error={checked ? boundError(filter, bounds, name) : undefined}
        >
          {(aria) => (
            <Input
              {...aria}
              value={typed[name] ?? ''}
              onChange={(value) => setTyped({ ...typed, [name]: value })}
            />
          )}
        </Labeled>
      ))}
      {allowsBlank(filter) && (
        <CheckLine label={BLANK} checked={filters[filter.name] === NONE} onChange={chooseBlank} />
      )}
      <Button type="submit" className="justify-self-end">
        Apply
      </Button>
    </form>
  )
}
