import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore, type ReactNode } from 'react'
import { classes } from './classes.ts'

type Message = { title: string; description?: string | undefined; tone?: 'default' | 'destructive' }
type Shown = Message & { id: number }

/** SPEC A9: one at a time, for five seconds, swiped away to the right. */
const DURATION_MS = 5000
const SWIPE_PX = 50

let current: Shown | undefined
let made = 0
const listeners = new Set<() => void>()

/** Shows a message in place of the one before. */
export function toast(message: Message): void {
  show({ ...message, id: ++made })
}

function show(next: Shown | undefined): void {
  current = next
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const message = useSyncExternalStore(subscribe, () => current)
  return (
    <Radix.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {children}
      {message && <ToastMessage key={message.id} message={message} />}
      {/* At the top: Save, Delete selected and the pager all stand at the bottom, in a dialog too. */}
      <Radix.Viewport
        hotkey={['F8']}
        className="fixed top-0 right-0 z-100 w-full max-w-[420px] p-4 outline-none"
      />
    </Radix.Provider>
  )
}

function ToastMessage({ message }: { message: Shown }) {
  const bad = message.tone === 'destructive'
  return (
    <Radix.Root
      type="foreground"
      onOpenChange={(open) => !open && current === message && show(undefined)}
      className={classes(
        'flex items-start justify-between gap-3 rounded-lg border p-4 text-sm shadow-lg',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        bad ? 'border-danger bg-danger text-on-danger' : 'border-line bg-surface text-ink',
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
