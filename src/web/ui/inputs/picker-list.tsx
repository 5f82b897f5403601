import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { noResultsText } from '#core/search/search.ts'
import { classes } from '#web/ui/classes.ts'

export type Choice = { value: string; label: string; hint?: string }

type PickerListProps = {
  name: string
  options: Choice[]
  value: string
  onChoose: (value: string) => void
  typed: string
  onType: (typed: string) => void
  loading: boolean | undefined
  /** The last row, which adds a record. */
  action: { label: string; onSelect: () => void } | undefined
}

/** A search box with its results, starting at the chosen option. */
export function PickerList({ name, options, value, onChoose, ...props }: PickerListProps) {
  const { typed, onType, loading, action } = props
  const [marked, setMarked] = useState(toItem(options.find((option) => option.value === value)))
  const items = [...options.map(toItem), ...(action ? [action.label] : [])]
  return (
    <Command
      shouldFilter={false}
      label={name}
      // If the search removed the marked option, Enter chooses the first one.
      value={items.includes(marked) ? marked : (items[0] ?? '')}
      onValueChange={setMarked}
    >
      <Command.Input
        value={typed}
        onValueChange={onType}
        placeholder="Type to search"
        className="h-10 w-full border-b border-line bg-transparent px-3 text-sm outline-none pointer-coarse:h-11 pointer-coarse:text-base"
      />
      <Command.List className="max-h-64 overflow-y-auto p-1">
        {options.length === 0 && (
          <p className="p-2 text-sm text-muted">{emptyText(loading, typed)}</p>
        )}
        {options.map((option) => (
          <Option
            key={option.value}
            option={option}
            chosen={option.value === value}
            onChoose={onChoose}
          />
        ))}
        {action && (
          <Command.Item
            value={action.label}
            className={classes(ITEM, 'font-medium text-accent-strong')}
            onSelect={action.onSelect}
          >
            {action.label}
          </Command.Item>
        )}
      </Command.List>
    </Command>
  )
}

type OptionProps = Pick<PickerListProps, 'onChoose'> & { option: Choice; chosen: boolean }

function Option({ option, chosen, onChoose }: OptionProps) {
  return (
    <Command.Item value={toItem(option)} onSelect={() => onChoose(option.value)} className={ITEM}>
      <Check aria-hidden className={classes('size-4 shrink-0', !chosen && 'invisible')} />
      <span className="min-w-0 wrap-anywhere">{option.label}</span>
      {option.hint && <span className="ml-auto text-xs text-muted">{option.hint}</span>}
    </Command.Item>
  )
}

/** The option's unique value in cmdk's list. */
function toItem(option: Choice | undefined): string {
  return option ? `${option.label} ${option.value}`.trim() : ''
}

const ITEM =
  'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-hover pointer-coarse:min-h-11'

function emptyText(loading: boolean | undefined, typed: string): string {
  if (loading) return 'Searching...'
  return typed === '' ? 'No records yet' : noResultsText(typed)
}
