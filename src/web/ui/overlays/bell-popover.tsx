import { Bell } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatCount } from '#core/comments/bell.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Popover } from './popover.tsx'

type BellPopoverProps = {
  label: string
  /** The label with the number of new entries: "3", "99+". */
  labelOf: (count: string) => string
  count: number
  children: (close: () => void) => ReactNode
}

/** A bell with a count, and the panel behind it. */
export function BellPopover({ label, labelOf, count, children }: BellPopoverProps) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={label}
      wide
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={count ? labelOf(formatCount(count)) : label} className="relative">
          <Bell aria-hidden className="size-4" />
          {count > 0 && (
            <span className="absolute top-0.5 left-1/2 rounded-full bg-accent px-1 text-[0.625rem]/4 font-semibold text-on-accent tabular-nums">
              {formatCount(count)}
            </span>
          )}
        </IconButton>
      }
    >
      {children(() => setOpen(false))}
    </Popover>
  )
}
