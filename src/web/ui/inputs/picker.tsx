import { ChevronsUpDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useRef, useState, type Ref } from 'react'
import type { Aria } from './labeled.tsx'
import { classes } from '#web/ui/classes.ts'
import { onEscape } from '#web/ui/overlays/escape.ts'
import { PickerList, type Choice } from './picker-list.tsx'
import { INPUT } from './text-input.tsx'

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
  const making = useRef<string | null>(null)
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

  function choose(next: string) {
    onChange(next)
    change(false)
  }

  function makeOnceClosed() {
    making.current = typed
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
          <PickerList
            name={placeholder}
            {...{ options, value, typed, loading }}
            onChoose={choose}
            onType={search}
            action={action && { label: action.label, onSelect: makeOnceClosed }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
