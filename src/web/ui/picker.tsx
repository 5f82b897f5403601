import { Command } from 'cmdk'
import { Check, ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useRef, useState, type Ref } from 'react'
import type { Aria } from './labelled.tsx'
import { classes } from './classes.ts'
import { onEscape } from './escape.ts'
import { INPUT } from './text-input.tsx'

type Choice = { value: string; label: string; hint?: string }

type PickerProps = Partial<Aria> & {
  ref?: Ref<never>
  name?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  options: Choice[]
  /** What the button says; else the chosen option's own label. */
  chosenLabel?: string | undefined
  placeholder: string
  /** Hears what is typed; the caller finds the options. */
  onSearch: (typed: string) => void
  loading?: boolean
  /** Stands below the options: makes what is missing. */
  action?: { label: string; onSelect: (typed: string) => void } | undefined
  disabled?: boolean
}

/** A list to choose from by typing (SPEC B26). Enter opens it and chooses, Escape closes it. */
export function Picker(props: PickerProps) {
  const { ref, name, value, onChange, onBlur, options, chosenLabel, placeholder, ...others } = props
  const { onSearch, loading, action, disabled, ...aria } = others
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [marked, setMarked] = useState('')
  const making = useRef<string | null>(null)
  const chosen = options.find((option) => option.value === value)
  const label = chosenLabel ?? chosen?.label
  const items = [...options.map(itemOf), ...(action ? [action.label] : [])]

  function search(text: string) {
    setTyped(text)
    onSearch(text)
  }

  function change(next: boolean) {
    setOpen(next)
    setMarked(itemOf(chosen))
    if (!next) {
      search('')
      onBlur?.()
    }
  }

  function choose(next: string) {
    onChange(next)
    change(false)
  }

  /** Only once the list is closed: as it closes it takes the focus, from a dialog that opened meanwhile too. */
  function make() {
    const text = making.current
    making.current = null
    if (text !== null) action?.onSelect(text)
  }

  return (
    <Popover.Root open={open} onOpenChange={change} modal>
      <Popover.Trigger asChild>
        <button
          {...aria}
          ref={ref as Ref<HTMLButtonElement> | undefined}
          type="button"
          name={name}
          role="combobox"
          aria-expanded={open}
          disabled={disabled}
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
          onCloseAutoFocus={make}
          onKeyDown={onEscape(() => change(false))}
          className="z-60 w-(--radix-popover-trigger-width) min-w-60 rounded-md border border-line bg-surface text-ink shadow-lg"
        >
          <Command
            shouldFilter={false}
            label={placeholder}
            // Options come and go with the search: where the marked one went, Enter means the first.
            value={items.includes(marked) ? marked : (items[0] ?? '')}
            onValueChange={setMarked}
          >
            <Command.Input
              value={typed}
              onValueChange={search}
              placeholder="Type to search"
              className="h-10 w-full border-b border-line bg-transparent px-3 text-sm outline-none pointer-coarse:h-11 pointer-coarse:text-base"
            />
            <Command.List className="max-h-64 overflow-y-auto p-1">
              {options.length === 0 && (
                <p className="p-2 text-sm text-muted">
                  {loading ? 'Searching...' : 'Nothing matches'}
                </p>
              )}
              {options.map((option) => (
                <Command.Item
                  key={option.value}
                  value={itemOf(option)}
                  onSelect={() => choose(option.value)}
                  className={ITEM}
                >
                  <Check
                    aria-hidden
                    className={classes('size-4 shrink-0', option.value !== value && 'invisible')}
                  />
                  <span className="min-w-0 wrap-anywhere">{option.label}</span>
                  {option.hint && <span className="ml-auto text-xs text-muted">{option.hint}</span>}
                </Command.Item>
              ))}
              {action && (
                <Command.Item
                  value={action.label}
                  className={classes(ITEM, 'font-medium text-accent-strong')}
                  onSelect={() => {
                    making.current = typed
                    change(false)
                  }}
                >
                  {action.label}
                </Command.Item>
              )}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** What the list knows an option by; it opens at the chosen one, so that Enter twice changes nothing. */
function itemOf(option: Choice | undefined): string {
  return option ? `${option.label} ${option.value}`.trim() : ''
}

const ITEM =
  'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-hover pointer-coarse:min-h-11'
