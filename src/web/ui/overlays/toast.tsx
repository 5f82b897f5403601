import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore, type ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

type Message = { title: string; description: string | undefined; failed: boolean; id: number }

/** SPEC A9: one at a time, for five seconds, dismissed by a swipe to the right. */
const DURATION_MS = 5000
const SWIPE_PX = 50

let current: Message | undefined
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a success message; replaces the current toast. */
export function toast(title: string, description?: string): void {
  show({ title, description, failed: false, id: ++lastId })
}

/** Shows an error message; replaces the current toast. */
export function toastFailure(title: string, reason?: string): void {
  show({ title, description: reason, failed: true, id: ++lastId })
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
  return (
    <Radix.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {children}
      {message && <ToastMessage key={message.id} message={message} />}
      {/* At the top: Save, Delete selected and the pager are at the bottom, in dialogs too. */}
      <Radix.Viewport
        hotkey={['F8']}
        className="fixed top-0 right-0 z-100 w-full max-w-[420px] p-4 outline-none"
      />
    </Radix.Provider>
  )
}

function ToastMessage({ message }: { message: Message }) {
  return (
    <Radix.Root
      type="foreground"
      onOpenChange={(open) => !open && current === message && show(undefined)}
      className={classes(
        'flex items-start justify-between gap-3 rounded-lg border p-4 text-sm shadow-lg',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        message.failed
          ? 'border-danger bg-danger text-on-danger'
          : 'border-line bg-surface text-ink',
      )}
    >
      <div className="min-w-0">
        <Radix.Title className="font-semibold">{message.title}</Radix.Title>
        {message.description && (
          <Radix.Description className="wrap-anywhere">{message.description}</Radix.Description>
        )}
      </div>
      <Radix.Close
        aria-label="Dismiss"
        className="grid size-6 shrink-0 place-items-center rounded-sm"
      >
        <X aria-hidden className="size-4" />
      </Radix.Close>
    </Radix.Root>
  )
}
