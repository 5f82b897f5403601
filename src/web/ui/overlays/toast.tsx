import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { FocusScope } from 'radix-ui/internal'
import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { CANCELED_MESSAGE } from '#core/messages.ts'
import { classes } from '#web/ui/classes.ts'
import { isPressed, keyNames } from '#web/ui/shortcuts.ts'
import { onEscape } from './escape.ts'

/** A button in a toast. */
type ToastAction = { label: string; run: () => void }

type Message = {
  title: string
  description: string | undefined
  failed: boolean
  id: number
  action: ToastAction | undefined
}

/**
 * SPEC A9: one toast at a time, for five seconds, dismissed by a swipe to the right. A toast with a button stays until it
 * is dismissed or replaced (SPEC C43).
 */
const DURATION_MS = 5000
const SWIPE_PX = 50

let current: Message | undefined
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a success message; replaces the current toast. */
export function toast(title: string, description?: string, action?: ToastAction): void {
  show({ title, description, failed: false, id: ++lastId, action })
}

/** Shows an error message; replaces the current toast. */
export function toastFailure(title: string, reason?: string, action?: ToastAction): void {
  // The person canceled: nothing failed.
  if (reason === CANCELED_MESSAGE) return toast(reason)
  show({ title, description: reason, failed: true, id: ++lastId, action })
}

function show(next: Message | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const message = useSyncExternalStore(subscribe, () => current)
  const { viewport, onBlur, leave, scope } = useToastFocus(message !== undefined)

  function close(closed: Message) {
    leave()
    if (current === closed) show(undefined)
  }

  return (
    <Radix.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {children}
      {message && (
        <ToastMessage key={message.id} message={message} onClose={() => close(message)} />
      )}
      {/* A dialog hides everything but live regions from screen readers. */}
      <div aria-live="off">
        {/* In the top bar, between its buttons. Dialogs begin below the bar, so a toast covers no title, figure or button. */}
        <Radix.Viewport
          ref={viewport}
          // Radix's own hotkey cannot leave a dialog.
          hotkey={[]}
          label={`Notifications (${keyNames('notifications').join('+')})`}
          onBlur={onBlur}
          className="fixed top-0 right-24 left-12 z-100 ml-auto max-w-[420px] p-1 outline-none"
        />
        {scope}
      </div>
    </Radix.Provider>
  )
}

function ToastMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  return (
    <Radix.Root
      type="foreground"
      duration={message.action ? Infinity : DURATION_MS}
      onOpenChange={(open) => !open && onClose()}
      onKeyDown={onEscape(onClose)}
      className={classes(
        'flex items-start justify-between gap-2 rounded-lg border py-1 pr-1 pl-3 shadow-lg',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        message.failed
          ? 'border-danger bg-danger text-on-danger'
          : 'border-line bg-surface text-ink',
      )}
    >
      {/* On a phone, three lines end above the title of the page or the dialog. */}
      <div className="min-w-0 self-center text-xs wrap-anywhere sm:text-sm">
        <Radix.Title className="inline font-semibold">{message.title}</Radix.Title>{' '}
        {message.description && (
          <Radix.Description className="inline">{message.description}</Radix.Description>
        )}
      </div>
      {message.action && (
        <Radix.Action
          altText={message.action.label}
          onClick={message.action.run}
          className="min-h-6 shrink-0 rounded-sm border border-current px-2 text-xs font-semibold sm:text-sm"
        >
          {message.action.label}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label="Dismiss"
        className="grid size-6 shrink-0 place-items-center rounded-sm"
      >
        <X aria-hidden className="size-4" />
      </Radix.Close>
    </Radix.Root>
  )
}

// F8 moves the focus to the toast, even from a dialog, and back when the focus leaves it (SPEC A9, C62).

const DIALOGS = '[role=dialog], [role=alertdialog]'

/** `shown`: whether there is a toast. Render `scope` beside the viewport. */
function useToastFocus(shown: boolean) {
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
