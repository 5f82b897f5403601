import { createContext, useId, type ReactNode } from 'react'

/** Connects an input to its label, hint and error. */
export type Aria = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
  'aria-required': boolean
}

/** The label of the input, for the name of a button beside it. */
export const InputLabel = createContext('')

type LabeledProps = {
  label: string
  name: string
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
  /** Places the input beside the label, and `extra` after the label. */
  inline?: { extra: ReactNode }
  children: (aria: Aria) => ReactNode
}

export function Labeled(props: LabeledProps) {
  const { label, name, error, hint, required = false, inline, children } = props
  const id = `${useId()}-${name}`
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const aria: Aria = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': error !== undefined,
    'aria-required': required,
  }
  const input = <InputLabel value={label}>{children(aria)}</InputLabel>
  const title = (
    <label htmlFor={id} className="text-sm font-medium">
      {label}
      {required && (
        <span aria-hidden className="text-danger-ink">
          {' *'}
        </span>
      )}
    </label>
  )
  const texts = (
    <>
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
    </>
  )
  if (inline)
    return (
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3">
            {title}
            {inline.extra}
          </div>
          <div className="text-xs">{texts}</div>
        </div>
        {input}
      </div>
    )
  return (
    <div className="grid min-w-0 content-start gap-1">
      {title}
      {input}
      {/* Reserves one line: an error that appears on blur must not move the button under the mouse. */}
      <div className="min-h-4 text-xs">{texts}</div>
    </div>
  )
}
