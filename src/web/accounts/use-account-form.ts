import { useRef, useState, type FocusEvent, type SubmitEvent } from 'react'
import type { ZodType } from 'zod'
import type { AccountTexts } from './messages/english.ts'
import { translateMessage, useAccountTexts } from './messages/use-texts.ts'

type Messages = Partial<Record<string, string>>

type AccountForm<Values> = {
  /** Loaded at the first check, so that people can type before the schema library arrives. */
  schema: () => Promise<ZodType<Values>>
  onValid: (values: Values) => Promise<void>
  /** The texts of the messages; by default in the person's language. */
  texts?: AccountTexts
}

/**
 * A small form without the form library, which the login does not load. A field is checked on blur and on
 * each keystroke after that; all fields are checked on submit.
 */
export function useAccountForm<Values>({ schema, onValid, ...options }: AccountForm<Values>) {
  const defaultTexts = useAccountTexts()
  const texts = options.texts ?? defaultTexts
  const form = useRef<HTMLFormElement>(null)
  /** Two presses of Enter can come before the button is disabled. */
  const isRunning = useRef(false)
  const [touched, setTouched] = useState<string[]>([])
  const [errors, setErrors] = useState<Messages>({})

  async function check(): Promise<{ values?: Values; messages: Messages }> {
    if (!form.current) return { messages: {} }
    const typed = Object.fromEntries(new FormData(form.current))
    const { data, error } = (await schema()).safeParse(typed)
    const messages = firstMessages(error?.issues ?? [])
    setErrors(messages)
    return data === undefined ? { messages } : { values: data, messages }
  }

  async function submit() {
    if (isRunning.current) return
    isRunning.current = true
    try {
      const { values, messages } = await check()
      setTouched(fieldNames(form.current))
      if (values !== undefined) return await onValid(values)
      focusOn(fieldNames(form.current).find((name) => messages[name]))
    } finally {
      isRunning.current = false
    }
  }

  function focusOn(name: string | undefined) {
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }

  /** Shows a message of the server at a field and focuses it. */
  function showError(name: string, message: string) {
    setErrors({ [name]: message })
    focusOn(name)
  }

  return {
    messageAt(name: string): string | undefined {
      const message = touched.includes(name) ? errors[name] : undefined
      return message && translateMessage(message, texts)
    },
    focusOn,
    showError,
    /** Shows the first message of the server. */
    showErrors(fields: Record<string, string[]>) {
      const [name, [message] = []] = Object.entries(fields)[0] ?? []
      if (name && message) showError(name, message)
    },
    bind: {
      ref: form,
      noValidate: true,
      onSubmit(event: SubmitEvent) {
        event.preventDefault()
        void submit()
      },
      onBlur({ target }: FocusEvent) {
        if (!(target instanceof HTMLInputElement)) return
        setTouched((before) => [...before, target.name])
        void check()
      },
      onInput: () => {
        if (touched.length) void check()
      },
    },
  }
}

function fieldNames(form: HTMLFormElement | null): string[] {
  return [...new FormData(form ?? undefined).keys()]
}

/** The first message of each field. */
function firstMessages(issues: readonly { path: PropertyKey[]; message: string }[]): Messages {
  const entries = issues.map(({ path, message }) => [String(path[0]), message] as const)
  return Object.fromEntries(entries.toReversed())
}
