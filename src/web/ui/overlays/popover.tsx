import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

export type PopoverProps = {
  trigger: ReactNode
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
  wide?: boolean
}

/** A small panel beside its trigger. Escape or a click outside closes it and returns the focus to the trigger. */
export function Popover({ trigger, label, open, onOpenChange, children, wide }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className={classes(
            'z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md border border-line bg-surface p-3 text-ink shadow-lg',
            wide ? 'w-96' : 'w-72',
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
