import { useRef, useState, type FocusEvent, type SubmitEvent } from 'react'
import type { ZodType } from 'zod'

type Messages = Partial<Record<string, string>>

type AccountForm<Values> = {
  /** Comes with the first check: the page can be typed into before the library of schemas is there. */
  schema: () => Promise<ZodType<Values>>
  onValid: (values: Values) => Promise<void>
}

/**
 * The few fields of a login, without the library of the program's forms, which nobody needs before. A
 * field is checked on leaving it and at each letter from then on, all of them on submitting.
 */
export function useAccountForm<Values>({ schema, onValid }: AccountForm<Values>) {
  const form = useRef<HTMLFormElement>(null)
  const [seen, setSeen] = useState<string[]>([])
  const [wrong, setWrong] = useState<Messages>({})

  async function check(): Promise<{ values?: Values; messages: Messages }> {
    if (!form.current) return { messages: {} }
    const typed = Object.fromEntries(new FormData(form.current))
    const { data, error } = (await schema()).safeParse(typed)
    const messages = firstOf(error?.issues ?? [])
    setWrong(messages)
    return data === undefined ? { messages } : { values: data, messages }
  }

  async function submit() {
    const { values, messages } = await check()
    setSeen(namesIn(form.current))
    if (values !== undefined) return onValid(values)
    focusOn(namesIn(form.current).find((name) => messages[name]))
  }

  function focusOn(name: string | undefined) {
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }

  return {
    messageAt: (name: string) => (seen.includes(name) ? wrong[name] : undefined),
    focusOn,
    /** Words of the server at a field, which gets the focus. */
    refuse(name: string, message: string) {
      setWrong({ [name]: message })
      focusOn(name)
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
        setSeen((before) => [...before, target.name])
        void check()
      },
      onInput: () => {
        if (seen.length) void check()
      },
    },
  }
}

function namesIn(form: HTMLFormElement | null): string[] {
  return [...new FormData(form ?? undefined).keys()]
}

/** The first message of each field. */
function firstOf(issues: readonly { path: PropertyKey[]; message: string }[]): Messages {
  const entries = issues.map(({ path, message }) => [String(path[0]), message] as const)
  return Object.fromEntries(entries.toReversed())
}
