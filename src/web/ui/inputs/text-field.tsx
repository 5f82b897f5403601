import { useState, type ComponentProps } from 'react'
import { Labeled } from './labeled.tsx'
import { TextInput } from './text-input.tsx'

type TextFieldProps = ComponentProps<'input'> & {
  label: string
  name: string
  message: string | undefined
  hint?: string | undefined
}

/** A labeled line of text with its error. */
export function TextField({ label, name, message, hint, required, ...rest }: TextFieldProps) {
  return (
    <Labeled label={label} name={name} error={message} hint={hint} required={required ?? false}>
      {(aria) => <TextInput {...rest} {...aria} name={name} />}
    </Labeled>
  )
}

type PasswordFieldProps = TextFieldProps & {
  /** The labels of the button that shows or hides the password. */
  toggle?: { show: string; hide: string }
}

const TOGGLE = { show: 'Show password', hide: 'Hide password' }

/** A password that can be shown, to check for typing errors. */
export function PasswordField({ toggle = TOGGLE, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <TextField {...props} type={shown ? 'text' : 'password'} />
      <button
        type="button"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0 min-h-6 text-xs text-accent-strong underline-offset-2 hover:underline"
      >
        {shown ? toggle.hide : toggle.show}
      </button>
    </div>
  )
}
