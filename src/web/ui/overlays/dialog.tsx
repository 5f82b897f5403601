import { X } from 'lucide-react'
import { AlertDialog, Dialog as Radix } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { leaveEscape, onEscape } from './escape.ts'

/** What takes the focus stays clear of a message above it and of the buttons that stand below a long form. */
const CLEAR = 'scroll-pt-24 scroll-pb-24'

/** As high as the dialogs: the later one covers the one it was opened from. */
const OVERLAY = 'fixed inset-0 z-50 bg-black/50'
const SHEET = `${CLEAR} fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-1.5rem)] w-[calc(100vw-1.5rem)] -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto rounded-lg border border-line bg-surface p-4 text-ink shadow-xl sm:p-6`

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string | undefined
  children: ReactNode
  wide?: boolean
}

export function Dialog({ open, onOpenChange, title, description, children, wide }: DialogProps) {
  const opener = useOpener()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          className={classes(SHEET, wide ? 'max-w-3xl' : 'max-w-xl')}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={leaveEscape}
          onKeyDown={onEscape(() => onOpenChange(false))}
          // A click beside it is a slip, and would cost what was typed.
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            opener.remember()
            focusFirstField(event)
          }}
          onCloseAutoFocus={opener.focusAgain}
        >
          <header className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <Radix.Title className="text-lg font-semibold wrap-anywhere">{title}</Radix.Title>
              {description && (
                <Radix.Description className="text-sm text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close">
                <X aria-hidden className="size-4" />
              </Button>
            </Radix.Close>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The first field rather than the Close button, which stands before it. */
function focusFirstField(event: Event): void {
  if (!(event.currentTarget instanceof Element)) return
  const field = event.currentTarget.querySelector<HTMLElement>(
    'input, select, textarea, [role=combobox]',
  )
  if (!field) return
  event.preventDefault()
  field.focus()
}

/**
 * Radix gives the focus back to a dialog's trigger; ours have none, and it would be lost to the page's
 * top. It does so a moment after closing: whoever has gone on by a key meanwhile ("/") keeps the focus.
 */
function useOpener() {
  const opener = useRef<Element | null>(null)
  return {
    remember() {
      opener.current = document.activeElement
    },
    focusAgain(event: Event) {
      event.preventDefault()
      const lost = document.activeElement === document.body
      if (lost && opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}

type ConfirmDialogProps = {
  open: boolean
  title: string
  description: string
  /** The words on the button that does it. */
  confirm: string
  onConfirm: () => void
  onCancel: () => void
  busy?: boolean
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, description, confirm, onConfirm, onCancel, busy } = props
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
          onCloseAutoFocus={opener.focusAgain}
        >
          <AlertDialog.Title className="text-lg font-semibold wrap-anywhere">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description className="text-sm text-muted">
            {description}
          </AlertDialog.Description>
          <div className="flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary">Cancel</Button>
            </AlertDialog.Cancel>
            <Button variant="danger" disabled={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
