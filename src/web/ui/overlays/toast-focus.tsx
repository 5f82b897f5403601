/** F8 moves the focus to the toast, even from a dialog, and back when the focus leaves it (SPEC A9, C62). */
import { FocusScope } from 'radix-ui/internal'
import { useEffect, useEffectEvent, useRef, useState, type FocusEvent } from 'react'
import { isPressed } from '#web/ui/shortcuts.ts'

const DIALOGS = '[role=dialog], [role=alertdialog]'

/** `shown`: whether there is a toast. Render `scope` beside the viewport. */
export function useToastFocus(shown: boolean) {
  const viewport = useRef<HTMLOListElement>(null)
  const opener = useRef<Element | null>(null)
  const [focused, setFocused] = useState(false)
  const enter = useEffectEvent((event: KeyboardEvent) => {
    if (!isPressed('notifications', event)) return
    if (!viewport.current?.contains(document.activeElement)) opener.current = document.activeElement
    if (shown) setFocused(true)
    else viewport.current?.focus()
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => enter(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  /** Does nothing if the user has moved the focus to a place where it can stay. */
  function restore(event: Event) {
    event.preventDefault()
    const current = document.activeElement
    const isLost = current === document.body || viewport.current?.contains(current)
    const isBelowDialog = document.querySelector(DIALOGS) && !current?.closest(DIALOGS)
    if ((isLost || isBelowDialog) && opener.current instanceof HTMLElement) opener.current.focus()
  }

  return {
    viewport,
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) setFocused(false)
    },
    leave: () => setFocused(false),
    // A dialog traps the focus until a later FocusScope pauses the trap. This empty scope pauses it.
    scope: focused && (
      <FocusScope.Root
        onMountAutoFocus={(event) => {
          event.preventDefault()
          viewport.current?.focus()
        }}
        onUnmountAutoFocus={restore}
      />
    ),
  }
}
