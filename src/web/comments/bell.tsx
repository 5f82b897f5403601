import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import { countNews, formatCount } from '#core/comments/bell.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { BellPanelProps } from './bell-panel.tsx'
import { useBell } from './use-bell.ts'

const BellPanel = onDemand<BellPanelProps>(
  async () => (await import('./bell-panel.tsx')).BellPanel,
  () => <Skeleton className="h-16" />,
)

/** What concerns the user: a count in the top bar, and the newest entries behind it (SPEC C86). */
export function Bell() {
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useBell()
  const count = data ? countNews(data) : 0
  return (
    <Popover
      label="Notifications"
      wide
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          label={count ? `Notifications: ${formatCount(count)} new` : 'Notifications'}
          className="relative"
        >
          <BellIcon aria-hidden className="size-4" />
          {count > 0 && (
            <span className="absolute top-0.5 left-1/2 rounded-full bg-accent px-1 text-[0.625rem]/4 font-semibold text-on-accent tabular-nums">
              {formatCount(count)}
            </span>
          )}
        </IconButton>
      }
    >
      <BellPanel bell={data} {...{ error, refetch }} onClose={() => setOpen(false)} />
    </Popover>
  )
}
