import { countNews } from '#core/comments/bell.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { BellPopover } from '#web/ui/overlays/bell-popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { BellPanelProps } from './bell-panel.tsx'
import { useBell } from './use-bell.ts'

const BellPanel = onDemand<BellPanelProps>(
  async () => (await import('./bell-panel.tsx')).BellPanel,
  () => <Skeleton className="h-16" />,
)

/** What concerns the user: a count in the top bar, and the newest entries behind it (SPEC C86). */
export function Bell() {
  const { data, error, refetch } = useBell()
  return (
    <BellPopover
      label="Notifications"
      labelOf={(count) => `Notifications: ${count} new`}
      count={data ? countNews(data) : 0}
    >
      {(onClose) => <BellPanel bell={data} {...{ error, refetch, onClose }} />}
    </BellPopover>
  )
}
