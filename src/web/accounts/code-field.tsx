import { useState } from 'react'
import { TextField } from '#web/ui/inputs/text-field.tsx'
import { useAccountTexts } from './messages/use-texts.ts'

const APP = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const
const RECOVERY = { inputMode: 'text', autoComplete: 'off' } as const

type CodeFieldProps = {
  message: string | undefined
  /** Registers the field with a form library. By default it only has a name. */
  field?: { name: string }
  /** False below other fields, which are filled in first. */
  takesFocus?: boolean
}

/** A code of the authenticator app or, after a click, a recovery code. */
export function CodeField({
  message,
  field = { name: 'code' },
  takesFocus = true,
}: CodeFieldProps) {
  const { code } = useAccountTexts()
  const [isRecovery, setRecovery] = useState(false)
  const [isSwitched, setSwitched] = useState(false)
  return (
    <div>
      <TextField
        // A new key makes a new field, so that the focus moves to it and a phone shows the right keyboard.
        key={String(isRecovery)}
        label={isRecovery ? code.recovery : code.app}
        {...(isRecovery ? RECOVERY : APP)}
        autoFocus={takesFocus || isSwitched}
        autoCapitalize="none"
        spellCheck={false}
        message={message}
        {...field}
      />
      <button
        type="button"
        className="hit-area text-sm font-medium text-accent-strong underline underline-offset-2"
        onClick={() => {
          setRecovery(!isRecovery)
          setSwitched(true)
        }}
      >
        {isRecovery ? code.useApp : code.useRecovery}
      </button>
    </div>
  )
}
