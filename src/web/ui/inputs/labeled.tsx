import { useId, type ReactNode } from 'react'

/** Connects an input to its label, hint and error. */
export type Aria = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
  'aria-required': boolean
}

type LabeledProps = {
  label: string
  name: string
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
  children: (aria: Aria) => ReactNode
}

export function Labeled({ label, name, error, hint, required = false, children }: LabeledProps) {
  const id = `${useId()}-${name}`
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const aria: Aria = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error !== undefined,
    'aria-required': required,
  }
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden className="text-danger-ink">
            {' *'}
          </span>
        )}
      </label>
      {children(aria)}
      {/* Reserves one line: an error that appears on blur must not move the button under the mouse. */}
      <div className="min-h-4 text-xs">
        {error && (
          <p id={`${id}-error`} className="font-medium text-danger-ink">
            {error}
          </p>
        )}
        {hint && (
          <p id={`${id}-hint`} className="text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
