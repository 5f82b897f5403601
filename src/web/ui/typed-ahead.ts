/**
 * Keys typed while a form's code loads. A person who knows the form presses N and types on: without this, "9001" was saved as "01"
 * (SPEC C469).
 */
import { useLayoutEffect } from 'react'

const TEXT_FIELD = 'input:not([type=checkbox], [type=radio], [type=file]), textarea'
const FIELD = `${TEXT_FIELD}, select, button, [tabindex="0"]`

/** Keeps the keys while the component is mounted. The field that gets the focus next receives them. */
export function useTypedAhead(): void {
  // A layout effect ends before the form takes the focus.
  useLayoutEffect(() => {
    let typed = ''
    const keep = (event: KeyboardEvent) => {
      const next = addKey(typed, event)
      if (next === undefined) return
      // A space would press the focused button again.
      event.preventDefault()
      event.stopPropagation()
      typed = next
    }
    document.addEventListener('keydown', keep, { capture: true })
    return () => {
      document.removeEventListener('keydown', keep, { capture: true })
      if (typed) typeIntoNextField(typed)
    }
  }, [])
}

/** The text after the key; undefined if the key types nothing. */
function addKey(typed: string, event: KeyboardEvent): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.key === 'Backspace') return typed.slice(0, -1)
  if (event.key === 'Tab') return event.shiftKey ? undefined : `${typed}\t`
  return event.key.length === 1 ? typed + event.key : undefined
}

/** Waits for the first field of the form. What the person does meanwhile wins. */
function typeIntoNextField(typed: string): void {
  const waiting = new AbortController()
  const { signal } = waiting
  const end = () => waiting.abort()
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || !target.matches(TEXT_FIELD)) return
      end()
      typeFrom(target, typed)
    },
    { signal },
  )
  document.addEventListener('keydown', end, { signal, capture: true })
  document.addEventListener('pointerdown', end, { signal, capture: true })
}

/** Types up to each tab, then goes on to the next field. A field that takes no text skips its part. */
function typeFrom(first: HTMLElement, typed: string): void {
  const [text = '', ...rest] = typed.split('\t')
  insertText(first, text)
  if (rest.length === 0) return
  const fields = [...(first.closest('[role=dialog]')?.querySelectorAll<HTMLElement>(FIELD) ?? [])]
  const stops = fields.filter((field) => field.tabIndex >= 0 && !field.matches(':disabled'))
  const next = stops[stops.indexOf(first) + 1]
  next?.focus()
  if (next) typeFrom(next, rest.join('\t'))
}

/** As if typed: React learns of it by the event. */
function insertText(field: HTMLElement, text: string): void {
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (!isText || !field.matches(TEXT_FIELD) || text === '') return
  const start = field.selectionStart ?? field.value.length
  const end = field.selectionEnd ?? field.value.length
  const value = field.value.slice(0, start) + text + field.value.slice(end)
  const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
