import { Command } from 'cmdk'
import { Check, ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { noResultsText } from '#core/search/search.ts'
import { classes } from '#web/ui/classes.ts'
import { onEscape } from '#web/ui/overlays/escape.ts'
import type { Aria } from './labeled.tsx'
import { INPUT } from './text-input.tsx'

type PickerProps = Partial<Aria> & {
  ref?: Ref<never>
  name?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  options: Choice[]
  /** The button's text; defaults to the chosen option's label. */
  chosenLabel?: string | undefined
  placeholder: string
  /** Gets the typed text; the caller provides the options. */
  onSearch: (typed: string) => void
  loading?: boolean
  /** The last row, which adds a record. */
  action?: { label: string; onSelect: (typed: string) => void } | undefined
  disabled?: boolean
}

/** A list with a search box (SPEC B26). Enter or a letter opens it, Enter chooses, Escape closes it. */
export function Picker(props: PickerProps) {
  const { ref, name, value, onChange, onBlur, options, chosenLabel, placeholder, ...others } = props
  const { onSearch, loading, action, disabled, ...aria } = others
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const trigger = useRef<HTMLButtonElement>(null)
  const actionText = useRef<string | null>(null)
  const label = chosenLabel ?? options.find((option) => option.value === value)?.label

  function search(text: string) {
    setTyped(text)
    onSearch(text)
  }

  function change(next: boolean) {
    setOpen(next)
    if (next) return
    search('')
    onBlur?.()
  }

  function openByLetter(event: KeyboardEvent<HTMLButtonElement>) {
    const { key, ctrlKey, metaKey, altKey } = event
    if ([...key].length > 1 || key === ' ' || ctrlKey || metaKey || altKey) return
    event.preventDefault()
    setOpen(true)
    search(key)
  }

  /** Returns the focus to the field before the next keystroke. Radix would return it a moment later. */
  function close() {
    flushSync(() => change(false))
    trigger.current?.focus()
  }

  function choose(next: string) {
    onChange(next)
    close()
  }

  function closeForAction() {
    actionText.current = typed
    change(false)
  }

  /** Runs after the list has closed: closing moves the focus, even away from a dialog that has just opened. */
  function runAction(event: Event) {
    // A keystroke may already have moved the focus elsewhere.
    if (document.activeElement !== document.body) event.preventDefault()
    const text = actionText.current
    actionText.current = null
    if (text !== null) action?.onSelect(text)
  }

  return (
    <Popover.Root open={open} onOpenChange={change} modal>
      <Popover.Trigger asChild ref={trigger}>
        <button
          {...aria}
          ref={ref as Ref<HTMLButtonElement> | undefined}
          type="button"
          name={name}
          role="combobox"
          aria-expanded={open}
          disabled={disabled}
          onKeyDown={openByLetter}
          className={classes(INPUT, 'flex items-center justify-between gap-2 text-left')}
        >
          <span className={classes('truncate', !label && 'text-muted')}>
            {label ?? placeholder}
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          aria-label={placeholder}
          onOpenAutoFocus={focusSearchEnd}
          onCloseAutoFocus={runAction}
          onKeyDown={(event) => onEscape(close)(event)}
          className="z-60 w-(--radix-popover-trigger-width) min-w-60 rounded-md border border-line bg-surface text-ink shadow-lg"
        >
          <PickerList
            name={placeholder}
            {...{ options, value, typed, loading }}
            onChoose={choose}
            onType={search}
            action={action && { label: action.label, onSelect: closeForAction }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Radix would select the letter that opened the list, and the next letter would replace it. */
function focusSearchEnd(event: Event): void {
  const search =
    event.currentTarget instanceof Element && event.currentTarget.querySelector('input')
  if (!search) return
  event.preventDefault()
  search.focus()
  search.setSelectionRange(search.value.length, search.value.length)
}

type Choice = { value: string; label: string; hint?: string }

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
function PickerList({ name, options, value, onChoose, ...props }: PickerListProps) {
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
