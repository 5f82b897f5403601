import { X } from 'lucide-react'
import { AlertDialog, Dialog as Radix } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { leaveEscape, onEscape } from './escape.ts'

/** Keeps a focused field clear of the buttons at the bottom, with its label in view. */
const SCROLL_PADDING = 'scroll-pt-10 scroll-pb-24 has-[[data-notice]:not(:empty)]:scroll-pb-48'

/** Leaves room for a toast above the tallest dialog, and for the View As bar below it. */
const BELOW_TOAST =
  'top-[calc(50%+1.75rem-var(--view-bar)/2)] max-h-[calc(100dvh-4.75rem-var(--view-bar))]'

/** Has the same z-index as the dialogs, so that a dialog covers the dialog that opened it. */
const OVERLAY = 'fixed inset-0 z-50 bg-black/50'
const SHEET = `${SCROLL_PADDING} ${BELOW_TOAST} fixed left-1/2 z-50 grid w-[calc(100vw-1.5rem)] -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto rounded-lg border border-line bg-surface p-4 text-ink shadow-xl sm:p-6`

/** Nearly the whole window. */
const SPLIT =
  'max-w-[110rem] max-lg:scroll-pt-[calc(38dvh+1rem)] lg:h-[calc(100dvh-4.75rem-var(--view-bar))] lg:grid-rows-[auto_minmax(0,1fr)] lg:overflow-hidden'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string | undefined
  children: ReactNode
  wide?: boolean
  /** Shown left of the content, or above it on a phone. Each part scrolls separately. */
  aside?: ReactNode
}

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, wide, aside } = props
  const opener = useOpener()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          className={classes(SHEET, aside ? SPLIT : wide ? 'max-w-3xl' : 'max-w-xl')}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={leaveEscape}
          onKeyDown={onEscape(() => onOpenChange(false))}
          // A click outside would discard what was typed.
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            opener.remember()
            focusFirstField(event)
          }}
          onCloseAutoFocus={opener.restore}
        >
          <header className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <Radix.Title className="text-lg font-semibold wrap-anywhere">{title}</Radix.Title>
              {description && (
                <Radix.Description className="text-sm wrap-anywhere text-muted">
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close">
                <X aria-hidden className="size-4" />
              </Button>
            </Radix.Close>
          </header>
          {aside ? <TwoColumns aside={aside}>{children}</TwoColumns> : children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function TwoColumns({ aside, children }: Required<Pick<DialogProps, 'aside' | 'children'>>) {
  return (
    <div className="grid min-h-0 min-w-0 gap-4 lg:grid-cols-2">
      {/* On a phone, the aside stays in view above the fields. */}
      <div className="grid max-h-[38dvh] min-h-0 min-w-0 bg-surface pb-2 max-lg:sticky max-lg:-top-4 max-lg:z-20 lg:max-h-none lg:pb-0">
        {aside}
      </div>
      <div className="min-h-0 min-w-0 lg:-mr-6 lg:-mb-6 lg:scroll-pb-24 lg:overflow-y-auto lg:px-6 lg:pb-6">
        {children}
      </div>
    </div>
  )
}

/**
 * The Close button comes first in the page, but the first field gets the focus, or what has `data-first-focus`. With
 * `autoFocus`, the dialog would not know which element had the focus before.
 */
function focusFirstField(event: Event): void {
  if (!(event.currentTarget instanceof Element)) return
  const find = (selector: string) =>
    (event.currentTarget as Element).querySelector<HTMLElement>(selector)
  const field = find('[data-first-focus]') ?? find('input, select, textarea, [role=combobox]')
  if (!field) return
  event.preventDefault()
  field.focus()
}

/** The last element with the focus. A button that is disabled while its step runs has lost it when a question opens. */
let lastFocused: Element | null = null

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastFocused = target
})

/**
 * Returns the focus to where it was before the dialog opened. Radix would return it to the dialog's trigger,
 * but ours have none. If the user has moved the focus since the dialog closed, for example with "/", it stays there.
 */
function useOpener() {
  const opener = useRef<Element | null>(null)
  return {
    remember() {
      const { activeElement, body } = document
      opener.current = activeElement === body ? lastFocused : activeElement
    },
    restore(event: Event) {
      event.preventDefault()
      const isLost = document.activeElement === document.body
      if (!isLost) return
      const canFocus = opener.current instanceof HTMLElement && opener.current.isConnected
      // The button may no longer exist, for example after a finished step.
      const target = canFocus ? opener.current : document.getElementById('main')
      if (target instanceof HTMLElement) target.focus({ preventScroll: !canFocus })
    },
  }
}

type ConfirmDialogProps = {
  open: boolean
  title: string
  description: string
  /** The confirm button's label. Without it, the dialog only says something. */
  confirm?: string | undefined
  /** The other button's label, if it is not Cancel. */
  cancel?: string
  onConfirm?: () => void
  onCancel: () => void
  busy?: boolean
  /** "primary" if what is confirmed destroys nothing. */
  variant?: 'danger' | 'primary'
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, description, confirm, cancel = 'Cancel', onConfirm, onCancel, busy } = props
  const { variant = 'danger' } = props
  const opener = useOpener()
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={OVERLAY} />
        <AlertDialog.Content
          className={classes(SHEET, 'max-w-md')}
          onEscapeKeyDown={leaveEscape}
          onKeyDown={onEscape(onCancel)}
          onOpenAutoFocus={opener.remember}
          onCloseAutoFocus={opener.restore}
        >
          <AlertDialog.Title className="text-lg font-semibold wrap-anywhere">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description className="text-sm text-muted">
            {description}
          </AlertDialog.Description>
          <div className="flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary">{cancel}</Button>
            </AlertDialog.Cancel>
            {confirm !== undefined && (
              <Button variant={variant} disabled={busy} onClick={onConfirm}>
                {confirm}
              </Button>
            )}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
