import { CalendarDays } from 'lucide-react'
import { use, useRef, useState, type ComponentProps } from 'react'
import { formatDay, isDay, readTypedDay } from '#core/calendar.ts'
import { InputLabel } from './labeled.tsx'
import { TextInput } from './text-input.tsx'

type DayInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  /** A day (2026-11-20), or the typed text if it is not a day. */
  value: string
  onChange: (value: string) => void
}

/** A day, typed as "11/20/2026" or "2026-11-20" or picked from the browser's calendar. */
export function DayInput({ value, onChange, onBlur, ...rest }: DayInputProps) {
  const [typing, setTyping] = useState<string>()
  const label = use(InputLabel)
  const calendar = useRef<HTMLInputElement>(null)

  function type(text: string) {
    setTyping(text)
    onChange(readTypedDay(text) ?? text)
  }

  return (
    <div className="relative">
      <TextInput
        {...rest}
        className="pr-10"
        inputMode="numeric"
        autoComplete="off"
        placeholder="M/D/YYYY"
        value={typing ?? displayDay(value)}
        onChange={(event) => type(event.target.value)}
        onBlur={(event) => {
          setTyping(undefined)
          onBlur?.(event)
        }}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={label ? `Open calendar: ${label}` : 'Open calendar'}
        className="absolute inset-y-0 right-0 grid w-9 place-items-center text-muted pointer-coarse:w-11 hover:text-ink"
        onClick={() => calendar.current?.showPicker()}
      >
        <CalendarDays aria-hidden className="size-4" />
      </button>
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden
        className="pointer-events-none absolute right-0 bottom-0 size-0 opacity-0"
        value={isDay(value) ? value : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function displayDay(value: string): string {
  return isDay(value) ? formatDay(value) : value
}
