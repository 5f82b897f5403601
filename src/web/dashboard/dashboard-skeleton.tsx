import { Skeleton } from '#web/ui/skeleton.tsx'
import { STATS } from './stat-cards.tsx'

const CARDS = 4

/** Placeholders for the cards. */
export function DashboardSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading...</span>
      <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        {STATS.map(({ title }) => (
          <SkeletonCard key={title} lines={2} />
        ))}
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        {Array.from({ length: CARDS }, (_, index) => (
          <SkeletonCard key={index} lines={4} />
        ))}
      </div>
    </div>
  )
}

function SkeletonCard({ lines }: { lines: number }) {
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-surface p-5 shadow-xs">
      <Skeleton className="h-4 w-32" />
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className="h-5" />
      ))}
    </div>
  )
}
