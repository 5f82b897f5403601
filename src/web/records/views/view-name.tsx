import { useState, type FormEvent, type ReactNode } from 'react'
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import { Button } from '#web/ui/button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'

type ViewNameProps = {
  start: string
  /** The button's label for the typed name. */
  submit: (name: string) => string
  busy: boolean
  error: string | undefined
  onSubmit: (name: string) => void
  /** Further buttons. */
  children?: ReactNode
}

export function ViewName({ start, submit, busy, error, onSubmit, children }: ViewNameProps) {
  const [name, setName] = useState(start)
  const [checked, setChecked] = useState(false)
  const missing = checked && name.trim() === '' ? 'Name is required' : undefined

  function send(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (name.trim() !== '' && !busy) onSubmit(name.trim())
  }

  return (
    <form noValidate onSubmit={send} className="grid gap-1">
      <Labeled label="View name" name="view" error={missing ?? error} required>
        {(aria) => (
          <TextInput
            {...aria}
            maxLength={SHORT_LENGTH}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Labeled>
      <div className="flex flex-wrap justify-end gap-2">
        {children}
        <Button type="submit">{busy ? 'Saving...' : submit(name.trim())}</Button>
      </div>
    </form>
  )
}
