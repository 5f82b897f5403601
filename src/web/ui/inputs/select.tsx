import type { ComponentProps } from 'react'
import { classes } from '#web/ui/classes.ts'
import { INPUT } from './text-input.tsx'

type SelectProps = Omit<ComponentProps<'select'>, 'onChange'> & {
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
  /** Shown while nothing is chosen. */
  placeholder?: string
}

/** The browser's own select, which works on every phone and with every screen reader. */
export function Select({ value, onChange, options, placeholder, className, ...rest }: SelectProps) {
  return (
    <select
      className={classes(INPUT, className)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
