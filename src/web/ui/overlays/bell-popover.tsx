import { Bell } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { formatCount } from '#core/comments/bell.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { PopoverProps } from './popover.tsx'

type BellPopoverProps = {
  label: string
  /** The label with the number of new entries: "3", "99+". */
  labelOf: (count: string) => string
  count: number
  children: (close: () => void) => ReactNode
}

const Popover = onDemand<PopoverProps>(
  async () => (await import('./popover.tsx')).Popover,
  ({ trigger }) => trigger,
)

/** A bell with a count, and the panel that it opens. The panel is loaded separately. */
export function BellPopover({ label, labelOf, count, children }: BellPopoverProps) {
  const [open, setOpen] = useState<boolean>()
  const text = count ? labelOf(formatCount(count)) : label
  if (open === undefined)
    return (
      <BellButton label={text} count={count} aria-haspopup="dialog" onClick={() => setOpen(true)} />
    )
  return (
    <Popover
      label={label}
      wide
      open={open}
      onOpenChange={setOpen}
      trigger={<BellButton label={text} count={count} />}
    >
      {children(() => setOpen(false))}
    </Popover>
  )
}

type BellButtonProps = Omit<ComponentProps<typeof IconButton>, 'children'> & { count: number }

function BellButton({ count, ...rest }: BellButtonProps) {
  return (
    <IconButton {...rest} className="relative">
      <Bell aria-hidden className="size-4" />
      {count > 0 && (
        <span className="absolute top-0.5 left-1/2 rounded-full bg-accent px-1 text-[0.625rem]/4 font-semibold text-on-accent tabular-nums">
          {formatCount(count)}
        </span>
      )}
    </IconButton>
  )
}
